// The pages that `make inspector` builds from the modules in Inspector/.
#include "NavtreeCPage.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const char page[] = {
#embed "page.html"
};

static const char graph_page[] = {
#embed "graph.html"
};

const char *navtree_page(size_t *size) {
  *size = sizeof page;
  return page;
}

const char *navtree_graph_page(size_t *size) {
  *size = sizeof graph_page;
  return graph_page;
}
