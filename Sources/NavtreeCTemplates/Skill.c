// The pages of Specs/skill, as they are there.
#include "NavtreeCTemplates.h"

#include <stddef.h>

#pragma clang diagnostic ignored "-Wc23-extensions"

static const struct {
  const char *name, *text;
} pages[] = {
  {"SKILL.md", (const char[]){
#embed "../../Specs/skill/SKILL.md"
  , 0}},
  {"flows.md", (const char[]){
#embed "../../Specs/skill/flows.md"
  , 0}},
  {"sessions.md", (const char[]){
#embed "../../Specs/skill/sessions.md"
  , 0}},
  {"tests.md", (const char[]){
#embed "../../Specs/skill/tests.md"
  , 0}},
};

static int is_known(int number) { return number >= 0 && (size_t)number < sizeof pages / sizeof *pages; }

const char *navtree_skill_name(int number) { return is_known(number) ? pages[number].name : NULL; }

const char *navtree_skill_text(int number) { return is_known(number) ? pages[number].text : NULL; }
