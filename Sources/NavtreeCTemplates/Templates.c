// The flows of Specs/templates, as they are there.
#include "NavtreeCTemplates.h"

#include <string.h>

#pragma clang diagnostic ignored "-Wc23-extensions"

static const struct {
  const char *name, *text;
} templates[] = {
  {"mail", (const char[]){
#embed "../../Specs/templates/mail.navtree.yaml"
  , 0}},
  {"notes", (const char[]){
#embed "../../Specs/templates/notes.navtree.yaml"
  , 0}},
  {"onboarding", (const char[]){
#embed "../../Specs/templates/onboarding.navtree.yaml"
  , 0}},
  {"shop", (const char[]){
#embed "../../Specs/templates/shop.navtree.yaml"
  , 0}},
  {"tabs", (const char[]){
#embed "../../Specs/templates/tabs.navtree.yaml"
  , 0}},
};

const char *navtree_template(const char *name) {
  for (size_t index = 0; index < sizeof templates / sizeof *templates; index++)
    if (strcmp(templates[index].name, name) == 0) return templates[index].text;
  return NULL;
}
