import { fieldNameMessages as messages } from '../field-names.messages.ts'
import { toSpacedName } from './plain-name.ts'

const labelOf = (name: string): string => messages.fields[name] ?? toSpacedName(name)

/** A part is named with what it is of where its own name says too little: the type of paging is "Paging". */
const nameOf = (part: string, around: string | undefined): string =>
  (part === 'type' && around !== undefined ? messages.types[around] : undefined) ?? labelOf(part)

/** The same as one phrase that a sentence can follow: "Source, header 1, value". */
export const fieldPlace = (pointer: string): string => fieldName(pointer, messages.along)

/** A place in a request or configuration as a person knows it: `/source/headers/0/value` is "Source: header 1, value". */
export function fieldName(pointer: string, of = messages.of): string {
  const [first, ...rest] = pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  if (first === undefined || first === '') return ''
  if (first === 'config' && rest.length > 0) return fieldName(pointer.slice('/config'.length), of)
  const section = messages.sections[first]
  const [whole, ...inside] = section === undefined ? [null, first, ...rest] : [section, ...rest]
  const parts = inside.flatMap((part, at) => {
    if (/^\d+$/.test(part)) return []
    const number = inside[at + 1] ?? ''
    // What is around other fields has a name of its own only where it is meant as a whole.
    if (messages.around.includes(part)) return at === inside.length - 1 ? (messages.types[part] ?? []) : []
    return [/^\d+$/.test(number) ? `${labelOf(part)} ${Number(number) + 1}` : nameOf(part, inside[at - 1])]
  })
  const own = /^\d+$/.test(inside[0] ?? '') ? ` ${Number(inside[0]) + 1}` : ''
  const field = parts.map((part, at) => (at === 0 ? part : messages.inside(part))).join(', ')
  if (whole === null) return field
  return field === '' ? `${whole}${own}` : of(`${whole}${own}`, field)
}
