//===- DrawHtml.cpp - Tables of cells as a page ---------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The page is one file and needs no network. A click (or Enter) on a cell
// isolates its owner, a thread or a bank: all other cells fade, and the line
// below the title lists what the owner holds. Arrow keys move over the cells,
// Escape shows all cells again. The Tab key stops at only one cell.
//
//===----------------------------------------------------------------------===//

#include "tools/f2layout/picture/DrawSvg.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace f2layout::calc {

static constexpr StringRef Style = R"css(
body{margin:12px;font:14px system-ui,sans-serif;color:#111;background:#fff}
h1{font-size:16px;margin:0 0 4px}
#bar{position:sticky;top:0;background:#fff;padding:4px 0;min-height:3.2em;
border-bottom:1px solid #999;z-index:1}
#said{font-family:ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;
font-size:12px;overflow-wrap:anywhere}
#picture{overflow:auto}
.cell{cursor:pointer}
.cell:focus{outline:none}
.cell:focus rect{stroke:#000;stroke-width:3}
.faded .cell{opacity:.13}
.faded .cell.on{opacity:1}
.faded .cell.on rect{stroke:#000;stroke-width:2}
)css";

static constexpr StringRef Script = R"js(
const picture = document.getElementById('picture');
const said = document.getElementById('said');
const chooser = document.getElementById('owner');
const cells = Array.from(picture.querySelectorAll('.cell'));
const ownersOf = c =>
    c.dataset.o === '' ? [] : c.dataset.o.split(' ').map(Number);
let stop = cells[0];
if (stop) stop.setAttribute('tabindex', '0');

function isolate(owners) {
  picture.classList.toggle('faded', owners.length > 0);
  let details = [];
  for (const c of cells) {
    const on = ownersOf(c).some(o => owners.includes(o));
    c.classList.toggle('on', on);
    if (on) details.push(c.getAttribute('aria-label'));
  }
  // Each fact is there from both sides; the hardware's has the registers.
  const held = details.filter(d => d.includes(' holds '));
  if (held.length > 0) details = held;
  chooser.value = owners.length === 1 ? String(owners[0]) : '';
  const shown = details.slice(0, 64);
  if (details.length > shown.length)
    shown.push((details.length - shown.length) + ' more');
  said.textContent = owners.length === 0 ? hint :
      owners.map(o => names[o]).join(', ') + ': ' + shown.join('; ');
}
function moveTo(c) {
  if (!c) return;
  stop.setAttribute('tabindex', '-1');
  stop = c;
  stop.setAttribute('tabindex', '0');
  stop.focus();
}
function neighbour(c, dx, dy) {
  const box = c.firstChild;
  const x = +box.getAttribute('x'), y = +box.getAttribute('y');
  let best = null, least = Infinity;
  for (const other of cells) {
    const b = other.firstChild;
    const ox = (b.getAttribute('x') - x) * (dx || 1);
    const oy = (b.getAttribute('y') - y) * (dy || 1);
    if (dx ? ox <= 0 || oy !== 0 : oy <= 0) continue;
    const far = dx ? ox : oy * 10000 + Math.abs(ox);
    if (far < least) { least = far; best = other; }
  }
  return best;
}
picture.addEventListener('click', e => {
  const c = e.target.closest('.cell');
  if (!c) return isolate([]);
  moveTo(c);
  isolate(ownersOf(c));
});
picture.addEventListener('keydown', e => {
  const c = e.target.closest('.cell');
  if (!c) return;
  const steps = {ArrowLeft: [-1, 0], ArrowRight: [1, 0],
                 ArrowUp: [0, -1], ArrowDown: [0, 1]};
  if (steps[e.key]) moveTo(neighbour(c, ...steps[e.key]));
  else if (e.key === 'Enter' || e.key === ' ') isolate(ownersOf(c));
  else return;
  e.preventDefault();
});
document.addEventListener('keydown', e => {
  if (e.key === 'Escape') isolate([]);
});
chooser.addEventListener('change', () => {
  isolate(chooser.value === '' ? [] : [Number(chooser.value)]);
});
isolate([]);
)js";

static std::string hintOf(const Picture &P) {
  if (P.OwnerName.empty())
    return "";
  return "Click a cell, or walk with the arrow keys and press Enter: only "
         "its " +
         P.OwnerName + " stays. Escape shows everything.";
}

/// The list to choose an owner from.
static void drawChooser(raw_ostream &OS, const Picture &P) {
  OS << "<label>" << (P.OwnerName.empty() ? "owner" : P.OwnerName)
     << " <select id=\"owner\"><option value=\"\">all</option>";
  for (size_t I = 0; I < P.OwnerNames.size(); ++I)
    OS << "<option value=\"" << I << "\">" << P.OwnerNames[I] << "</option>";
  OS << "</select></label>\n";
}

void drawHtml(raw_ostream &OS, const Picture &P) {
  OS << "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
     << "<meta charset=\"utf-8\">\n"
     << "<meta name=\"viewport\" content=\"width=device-width\">\n<title>";
  printHTMLEscaped(P.LayoutText, OS);
  OS << "</title>\n<style>" << Style << "</style>\n</head>\n<body>\n"
     << "<div id=\"bar\">\n<h1>f2layout</h1>\n";
  drawChooser(OS, P);
  OS << "<div id=\"said\" aria-live=\"polite\"></div>\n</div>\n"
     << "<div id=\"picture\">\n";
  drawInteractiveSvg(OS, P);
  OS << "</div>\n<script>\nconst names = ";
  json::OStream J(OS);
  J.array([&] {
    for (const std::string &Name : P.OwnerNames)
      J.value(Name);
  });
  OS << ";\nconst hint = " << json::Value(hintOf(P)) << ";" << Script
     << "</script>\n</body>\n</html>\n";
}

} // namespace f2layout::calc
