//===- Module.cpp - The Python module's native part -----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Layouts as Python objects. Errors become ValueError. The package's
// __init__.py adds what needs no speed.
//
//===----------------------------------------------------------------------===//

#include "tools/python/Layout.h"
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

namespace py = pybind11;
using namespace f2layout::python;

template <class T> static T valueOf(Result<T> R) {
  if (!R.Value)
    throw py::value_error(R.Error);
  return std::move(*R.Value);
}

static py::dict sizes(const std::vector<Dimension> &Dims) {
  py::dict D;
  for (const Dimension &Dim : Dims)
    D[py::str(Dim.Name)] = Dim.Size;
  return D;
}

using Numbers =
    py::array_t<uint64_t, py::array::c_style | py::array::forcecast>;

static py::array_t<uint64_t> applyFlat(const Layout &L, const Numbers &Places) {
  std::vector<py::ssize_t> Shape(Places.shape(),
                                 Places.shape() + Places.ndim());
  py::array_t<uint64_t> Elements(Shape);
  const std::string Error =
      L.applyFlat(Places.data(), Elements.mutable_data(), Places.size());
  if (!Error.empty())
    throw py::value_error(Error);
  return Elements;
}

static py::array_t<uint8_t> matrix(const Layout &L) {
  py::array_t<uint8_t> M({L.outputBits(), L.inputBits()});
  auto At = M.mutable_unchecked<2>();
  for (unsigned Row = 0; Row < L.outputBits(); ++Row)
    for (unsigned Column = 0; Column < L.inputBits(); ++Column)
      At(Row, Column) = L.matrix(Row, Column);
  return M;
}

PYBIND11_MODULE(_native, M) {
  py::class_<Layout>(M, "Layout")
      .def(py::init(
               [](const std::string &Text, const std::vector<uint64_t> &Shape) {
                 return valueOf(Layout::read(Text, Shape));
               }),
           py::arg("text"), py::arg("shape") = std::vector<uint64_t>())
      .def("inputs", [](const Layout &L) { return sizes(L.inputs()); })
      .def("outputs", [](const Layout &L) { return sizes(L.outputs()); })
      .def("text", &Layout::text)
      .def("to",
           [](const Layout &L, const std::string &Notation) {
             return valueOf(L.to(Notation));
           })
      .def("apply",
           [](const Layout &L, const Layout::Indices &Of) {
             return valueOf(L.apply(Of));
           })
      .def("apply_flat", applyFlat)
      .def("matrix", matrix)
      .def("then",
           [](const Layout &L, const Layout &O) { return valueOf(L.then(O)); })
      .def("inverse", [](const Layout &L) { return valueOf(L.inverse()); })
      .def("times",
           [](const Layout &L, const Layout &O) { return valueOf(L.times(O)); })
      .def("divided_by",
           [](const Layout &L, const Layout &O) {
             return valueOf(L.dividedBy(O));
           })
      .def("is_same_map", &Layout::isSameMap)
      .def("is_linear", &Layout::isLinear)
      .def("is_injective", &Layout::isInjective)
      .def("is_surjective", &Layout::isSurjective)
      .def("is_distributed", &Layout::isDistributed)
      .def("is_memory", &Layout::isMemory);
}
