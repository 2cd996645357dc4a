import type { FieldProblem } from '#contract/kit/problem.ts'
import { fieldPlace } from './field-names.ts'

const itsNumber = /^(?:Data mapping|Enrichment) \d+: /

/** As the configuration editor says it: the specification's own beginning of a sentence stays. */
export function editorFindingText(finding: FieldProblem): { readonly place: string; readonly sentence: string } {
  const { place, sentence } = findingText(finding)
  return { place: itsNumber.exec(finding.message)?.[0].slice(0, -2) ?? place, sentence }
}

/** A finding of a validation as a sentence behind the name of its field: "Source, paging" and "If records change pages during a run, some can be missed." */
export function findingText({ path, message }: FieldProblem): { readonly place: string; readonly sentence: string } {
  // The name of the field says already which mapping or enrichment it is.
  const text = message.replace(itsNumber, '')
  return { place: fieldPlace(path) || path, sentence: /[.?!]$/.test(text) ? text : `${text}.` }
}
