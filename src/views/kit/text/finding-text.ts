import type { FieldProblem } from '#contract/kit/problem.ts'
import { fieldPlace } from './field-names.ts'

const itsNumber = /^(?:Data mapping|Enrichment) \d+: /

/** A finding of a validation as a sentence behind the name of its field: "Source, paging" and "Reading by page number can miss records." */
export function findingText({ path, message }: FieldProblem): { readonly place: string; readonly sentence: string } {
  // The name of the field says already which mapping or enrichment it is.
  const text = message.replace(itsNumber, '')
  return { place: fieldPlace(path) || path, sentence: /[.?!]$/.test(text) ? text : `${text}.` }
}
