# SPDX-License-Identifier: MIT
"""Sphinx settings. docs/meson.build gives the version and the folder of Doxygen's XML."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "ext"))

project = "libwheeldyn"
copyright = "the libwheeldyn authors, MIT"
extensions = ["sphinx.ext.autodoc", "breathe", "mathml", "constants", "functions", "models",
              "bicycle", "checks", "demo", "drawings", "examples", "paper", "search_words"]
html_math_renderer = "mathml"
math_eqref_format = "eq. {number}"  # numbers in parentheses are those of the papers
html_theme = "theme"
html_theme_path = ["."]
html_theme_options = {"description": "wheels that stick, slip and roll", "page_width": "1440px",
                      "body_max_width": "none"}
html_sidebars = {"**": ["navigation.html"]}  # theme/layout.html shows the name and the search
# manual.css defines these colours for light and dark screens.
PAINT = {
    "paper": ("base_bg",),
    "ink": ("base_text", "body_text", "gray_1", "sidebar_text", "sidebar_list", "code_text",
            "narrow_sidebar_fg"),
    "shade": ("gray_2", "code_bg", "code_hover", "anchor_hover_bg", "highlight_bg", "xref_bg",
              "code_highlight", "narrow_sidebar_bg", "xref_border", "footnote_bg"),
    "faint": ("gray_3", "footer_text", "anchor", "hr_border", "table_border",
              "sidebar_link_underscore", "sidebar_search_button", "admonition_border"),
    "link": ("link", "link_hover", "sidebar_link", "narrow_sidebar_link"),
}
html_theme_options.update({option: f"var(--{name})" for name, options in PAINT.items()
                           for option in options})
html_static_path = ["static"]
html_css_files = ["manual.css"]
if "WHEELDYN_MATH_FONT" in os.environ:
    html_static_path.append(os.environ["WHEELDYN_MATH_FONT"])
    html_css_files.append("math.css")
if tags.has("paper"):  # noqa: F821 Sphinx defines it
    html_css_files.append("paper.css")
    html_sidebars = {"**": ["about.html", "navigation.html"]}
html_show_sphinx = False
html_show_search_summary = False  # browsers cannot fetch pages from a local folder
html_copy_source = False
breathe_default_project = "wheeldyn"
breathe_domain_by_extension = {"h": "c"}
primary_domain = "c"
highlight_language = "none"
exclude_patterns = ["ext", "theme"]
nitpicky = True
nitpick_ignore_regex = [("c:identifier", r"uint8_t|u?int32_t|size_t|wd_\w+")]
autodoc_typehints = "none"
autodoc_member_order = "bysource"


def name_version(_, config):
    config.html_theme_options["description"] += "; version " + config.release


def setup(app):
    app.connect("config-inited", name_version)
