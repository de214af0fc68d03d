// SPDX-License-Identifier: MIT
// Scenarios in the playground: those that the page contains, and files that are opened.
"use strict"

/* The comment at the top of a scenario. */
function aboutOf(text) {
  const lines = text.split("\n"), end = lines.findIndex(line => !line.startsWith("#"))
  const comment = lines.slice(0, end < 0 ? lines.length : end).map(line => line.slice(1).trim())
  return comment.filter(line => !line.startsWith("SPDX")).join(" ")
}
const scenarios = new Map(Object.entries(JSON.parse(element("scenarios").textContent)).map(
  ([name, text]) => [name, { name, text, about: aboutOf(text), files: {} }]))
function scenarioOf(name) {
  if (scenarios.has(name)) return scenarios.get(name)
  throw new Error(`The page has no scenario ${name}: open its file.`)
}

/* Draw the list of scenarios; one that is opened again appears once. */
function drawScenarios() {
  const list = element("model"), old = list.querySelector("[label=scenario]")
  const options = Array.from(scenarios.keys(), name =>
    new Option(`scenario: ${name}`, `scenario/${name}`))
  const group = made("optgroup", { label: "scenario" }, ...options)
  old ? old.replaceWith(group) : list.append(group)
  element("file").hidden = false
}
/* Show a scenario of the user: one file in YAML, and the files that it names. */
async function openFiles(chosen) {
  const read = async file => [file.name, new Uint8Array(await file.arrayBuffer())]
  const files = Object.fromEntries(await Promise.all(Array.from(chosen, read)))
  const name = Object.keys(files).find(name => /\.ya?ml$/i.test(name))
  if (!name) return say("Choose a scenario, a file .yaml, together with the files that it names.")
  const about = aboutOf(new TextDecoder().decode(files[name]))
  scenarios.set(name, { name, text: files[name], about, files })
  drawScenarios()
  show("scenario", name)
}
element("open").onclick = () => element("files").click()
element("files").onchange = ({ target }) => openFiles(target.files)
addEventListener("dragover", event => event.preventDefault())
addEventListener("drop", event => {
  event.preventDefault()
  if (wd && wd.Scenario && event.dataTransfer.files.length) openFiles(event.dataTransfer.files)
})
