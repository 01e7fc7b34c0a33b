#pragma once

/// The text of a template of `navtree init`, in UTF-8; null for an unknown name.
const char *navtree_template(const char *name);

/// The file name of a page of `navtree skill`, from 0; null behind the last one.
const char *navtree_skill_name(int number);

/// The text of that page, in UTF-8.
const char *navtree_skill_text(int number);
