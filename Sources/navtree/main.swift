print("navtree")
