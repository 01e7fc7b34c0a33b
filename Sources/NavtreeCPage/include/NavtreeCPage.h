#pragma once

#include <stddef.h>

/// The page of reports and of the inspector, in UTF-8.
///
/// @param size takes the number of its bytes.
const char *navtree_page(size_t *size);

/// The page of a graph, in UTF-8, in which `@title@`, `@picture@` and `@rows@` stand for its parts.
///
/// @param size takes the number of its bytes.
const char *navtree_graph_page(size_t *size);
