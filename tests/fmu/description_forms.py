# SPDX-License-Identifier: MIT
"""Elements and attributes of FMI that units use, and their order:
{element: (required attributes, optional attributes, children in order)}."""

import re

TRUTH = r"true|false|0|1"
NUMBER = r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?"
PATTERNS = {
    **dict.fromkeys(("valueReference", "index", "derivative"), r"\d+"),
    **dict.fromkeys(("min", "max", "nominal"), rf"{NUMBER}|-?INF"),
    "start": rf"{NUMBER}|-?INF|true|false",
    **dict.fromkeys(("startTime", "stopTime", "tolerance", "stepSize", "factor", "offset",
                     "fixedInternalStepSize", "x1", "y1", "x2", "y2"), NUMBER),
    **dict.fromkeys(("kg", "m", "s", "A", "K", "mol", "cd", "rad", "value"), r"-?\d+"),
    "numberOfEventIndicators": r"\d+",
    **dict.fromkeys(("name", "modelName", "guid", "instantiationToken"), r"(?s).*\S.*"),
    "fmiVersion": r"2\.0|3\.0(\.\d+)?",
    "causality": "parameter|calculatedParameter|input|output|local|independent",
    "variability": "constant|fixed|tunable|discrete|continuous",
    "initial": "exact|approx|calculated",
    "variableNamingConvention": "flat|structured",
    "generationDateAndTime": r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ",
    "dependencies": r"(\d+( \d+)*)?",
    "dependenciesKind": r"((dependent|constant|fixed|tunable|discrete)\b ?)*",
    "matchingRule": "plug|bus|sequence|none",
    "variableKind": "signal|inflow|outflow",
    "defaultConnectionColor": r"\d{1,3} \d{1,3} \d{1,3}",
    "language": r"C\d\d|C\+\+\d\d",
    "optional": TRUTH,
}

BASE = "kg m s A K mol cd rad factor offset"
HEAD = ("description author version copyright license generationTool generationDateAndTime "
        "variableNamingConvention")
VARIABLE = "description causality variability initial"
PARTS = "ModelExchange CoSimulation UnitDefinitions TypeDefinitions LogCategories DefaultExperiment"
FLAGS = "needsExecutionTool canHandleVariableCommunicationStepSize"

COMMON = {
    "UnitDefinitions": ("", "", "Unit"),
    "Unit": ("name", "", "BaseUnit DisplayUnit"),
    "BaseUnit": ("", BASE, ""),
    "DisplayUnit": ("name", "factor offset", ""),
    "Item": ("name value", "description", ""),
    "LogCategories": ("", "", "Category"),
    "Category": ("name", "description", ""),
    "DefaultExperiment": ("", "startTime stopTime tolerance stepSize", ""),
}

FORMS2 = {
    **COMMON,
    "fmiModelDescription": ("fmiVersion modelName guid", HEAD + " numberOfEventIndicators",
                            PARTS + " VendorAnnotations ModelVariables ModelStructure"),
    "CoSimulation": ("modelIdentifier", FLAGS + " canInterpolateInputs maxOutputDerivativeOrder "
                     "canRunAsynchronuously canBeInstantiatedOnlyOncePerProcess "
                     "canNotUseMemoryManagementFunctions canGetAndSetFMUstate canSerializeFMUstate "
                     "providesDirectionalDerivative", "SourceFiles"),
    "ModelExchange": ("modelIdentifier", "needsExecutionTool completedIntegratorStepNotNeeded "
                      "canBeInstantiatedOnlyOncePerProcess canNotUseMemoryManagementFunctions "
                      "canGetAndSetFMUstate canSerializeFMUstate providesDirectionalDerivative",
                      "SourceFiles"),
    "SourceFiles": ("", "", "File"),
    "File": ("name", "", ""),
    "TypeDefinitions": ("", "", "SimpleType"),
    "SimpleType": ("name", "description", "Enumeration"),
    "SimpleType/Enumeration": ("", "quantity", "Item"),
    "ModelVariables": ("", "", "ScalarVariable"),
    "ScalarVariable": ("name valueReference", VARIABLE, "Real|Integer|Boolean|Enumeration"),
    "Real": ("", "declaredType quantity unit displayUnit relativeQuantity min max nominal "
             "unbounded start derivative reinit", ""),
    "Integer": ("", "declaredType quantity min max start", ""),
    "Boolean": ("", "declaredType start", ""),
    "Enumeration": ("declaredType", "quantity min max start", ""),
    "ModelStructure": ("", "", "Outputs Derivatives InitialUnknowns"),
    **dict.fromkeys(("Outputs", "Derivatives", "InitialUnknowns"), ("", "", "Unknown")),
    "Unknown": ("index", "dependencies dependenciesKind", ""),
}

UNKNOWN3 = ("valueReference", "dependencies dependenciesKind", "")
FORMS3 = {
    **COMMON,
    "fmiModelDescription": ("fmiVersion modelName instantiationToken", HEAD,
                            PARTS + " ModelVariables ModelStructure Annotations"),
    "CoSimulation": ("modelIdentifier", FLAGS + " canBeInstantiatedOnlyOncePerProcess "
                     "canGetAndSetFMUState canSerializeFMUState providesDirectionalDerivatives "
                     "providesAdjointDerivatives providesPerElementDependencies "
                     "maxOutputDerivativeOrder providesIntermediateUpdate "
                     "mightReturnEarlyFromDoStep canReturnEarlyAfterIntermediateUpdate "
                     "hasEventMode providesEvaluateDiscreteStates "
                     "recommendedIntermediateInputSmoothness fixedInternalStepSize", ""),
    "ModelExchange": ("modelIdentifier", "needsExecutionTool needsCompletedIntegratorStep "
                      "canBeInstantiatedOnlyOncePerProcess canGetAndSetFMUState "
                      "canSerializeFMUState providesDirectionalDerivatives "
                      "providesEvaluateDiscreteStates", ""),
    "DisplayUnit": ("name", "factor offset inverse", ""),
    "TypeDefinitions": ("", "", "EnumerationType"),
    "EnumerationType": ("name", "description quantity", "Item"),
    "ModelVariables": ("", "", "Float64|UInt64|Boolean|Enumeration"),
    "Float64": ("name valueReference", VARIABLE + " declaredType quantity unit displayUnit "
                "relativeQuantity unbounded min max nominal start derivative reinit", ""),
    "UInt64": ("name valueReference", VARIABLE + " declaredType quantity min max start", ""),
    "Boolean": ("name valueReference", VARIABLE + " declaredType start", ""),
    "Enumeration": ("name valueReference declaredType", VARIABLE + " quantity min max start", ""),
    "ModelStructure": ("", "", "Output ContinuousStateDerivative ClockedState InitialUnknown "
                       "EventIndicator"),
    **dict.fromkeys(("Output", "ContinuousStateDerivative", "InitialUnknown", "EventIndicator"),
                    UNKNOWN3),
}

PLACE = "x1 y1 x2 y2"
TERMINALS = {
    "fmiTerminalsAndIcons": ("fmiVersion", "", "GraphicalRepresentation Terminals Annotations"),
    "GraphicalRepresentation": ("", "", "CoordinateSystem Icon"),
    "CoordinateSystem": ("", PLACE + " suggestedScalingFactorTo_mm", ""),
    "Icon": (PLACE, "", ""),
    "Terminals": ("", "", "Terminal"),
    "Terminal": ("name matchingRule", "terminalKind description",
                 "TerminalMemberVariable Terminal TerminalGraphicalRepresentation"),
    "TerminalMemberVariable": ("variableName memberName variableKind", "", ""),
    "TerminalGraphicalRepresentation": (PLACE + " iconBaseName", "defaultConnectionColor "
                                        "defaultConnectionStrokeSize", ""),
}

BUILD = {
    "fmiBuildDescription": ("fmiVersion", "", "BuildConfiguration"),
    "BuildConfiguration": ("modelIdentifier", "platform description", "SourceFileSet Library"),
    "SourceFileSet": ("", "name language compiler compilerOptions",
                      "SourceFile PreprocessorDefinition IncludeDirectory"),
    "SourceFile": ("name", "", ""),
    "PreprocessorDefinition": ("name", "value optional description", "Option"),
    "IncludeDirectory": ("name", "", ""),
}

# Lists that must not be empty, and elements that must exist.
FILLED = ("UnitDefinitions", "TypeDefinitions", "LogCategories", "ModelVariables", "SourceFiles",
          "SimpleType", "SimpleType/Enumeration", "EnumerationType", "Outputs", "Derivatives",
          "InitialUnknowns", "ScalarVariable", "Terminals", "SourceFileSet", "BuildConfiguration")
NEEDED = {"fmiModelDescription": ("DefaultExperiment", "ModelVariables", "ModelStructure"),
          "fmiBuildDescription": ("BuildConfiguration",)}
ONCE = ("ModelExchange", "CoSimulation", "UnitDefinitions", "TypeDefinitions", "LogCategories",
        "DefaultExperiment", "ModelVariables", "ModelStructure", "SourceFiles", "BaseUnit",
        "Outputs", "Derivatives", "InitialUnknowns", "GraphicalRepresentation", "Terminals",
        "CoordinateSystem", "Icon", "TerminalGraphicalRepresentation", "Real", "Integer", "Boolean",
        "Enumeration")


def pattern(attribute):
    truth = re.match(r"can[A-Z]|provides|needs|has[A-Z]|might", attribute)
    return PATTERNS.get(attribute, TRUTH if truth else r"(?s).*")


def attribute_faults(element, form):
    musts, mays = form[0].split(), form[1].split()
    for name in musts:
        if name not in element.attrib:
            yield f"{element.tag}: no attribute {name}"
    for name, value in element.attrib.items():
        if name not in musts + mays:
            yield f"{element.tag}: there is no attribute {name}"
        elif not re.fullmatch(pattern(name), value):
            yield f"{element.tag}: {name}=\"{value}\" is not of its type"


def child_faults(element, key, form):
    ranks = {name: i for i, names in enumerate(form[2].split()) for name in names.split("|")}
    tags = [child.tag for child in element]
    for tag in tags:
        if tag not in ranks:
            yield f"{element.tag}: {tag} does not belong into it"
    order = [ranks[tag] for tag in tags if tag in ranks]
    if order != sorted(order):
        yield f"{element.tag}: its elements are not in order"
    if key in FILLED and not tags:
        yield f"{element.tag}: it is empty"
    for tag in NEEDED.get(element.tag, ()):
        if tag not in tags:
            yield f"{element.tag}: no {tag} in it"
    for tag in set(tags):
        single = element.tag != "ModelVariables" and tag in ONCE
        if single and tags.count(tag) > 1:
            yield f"{element.tag}: {tag} more than once"


def shape_faults(root, forms, tag):
    if root.tag != tag:
        yield f"{root.tag}: this is no {tag}"
        return
    todo = [(root, tag)]
    while todo:
        element, key = todo.pop()
        yield from attribute_faults(element, forms[key])
        yield from child_faults(element, key, forms[key])
        for child in element:
            longer = f"{element.tag}/{child.tag}"
            below = longer if longer in forms else child.tag
            if below in forms:
                todo.append((child, below))
