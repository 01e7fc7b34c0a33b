#pragma once

/// The text of a template of `navtree init`, in UTF-8; null for an unknown name.
const char *navtree_template(const char *name);
