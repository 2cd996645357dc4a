/** The functions of formulas. Closed: a formula that names another one is refused. */
import { functionTable } from './function-table.ts'

/**
 * What a value of a function must be. `list`: one value, or all values of a list. The last five must be written as text, so that they are checked
 * before anything runs.
 */
export type ValueKind = 'text' | 'number' | 'yesNo' | 'date' | 'list' | 'any' | 'format' | 'zone' | 'unit' | 'mode' | 'style'

export const functionGroups = ['text', 'number', 'date', 'list', 'logic', 'privacy'] as const
export type FunctionGroup = (typeof functionGroups)[number]

type Parameter = { readonly label: string; readonly kind: ValueKind }

export type FormulaFunction = {
  readonly name: string
  readonly group: FunctionGroup
  /** As people read it: `left(text, count)` has "text, count"; what is in brackets may be left out. */
  readonly signature: string
  readonly parameters: readonly Parameter[]
  readonly least: number
  readonly most: number
  readonly result: ValueKind
  readonly note: string
  /** A formula, and the JSON text of what it makes. */
  readonly example: readonly [formula: string, makes: string]
}

type Entry = readonly [
  name: string,
  group: FunctionGroup,
  /** Labels with kinds, where the label itself is none; `?` may be left out, `*` may be repeated. */
  parameters: string,
  result: ValueKind,
  note: string,
  example: string,
  makes: string,
]

const entries = functionTable
  .trim()
  .split('\n')
  .map((line) => line.split(' | ') as unknown as Entry)

const kinds: ReadonlySet<string> = new Set<ValueKind>([
  ...(['text', 'number', 'yesNo', 'date', 'list', 'any', 'format', 'zone', 'unit', 'mode', 'style'] as const),
])

/** Values of one function. */
const valuesMax = 100

function functionOf([name, group, parameters, result, note, example, makes]: Entry): FormulaFunction {
  const words = parameters === '' ? [] : parameters.split(' ')
  const read = words.map((word) => {
    const [label = '', kind = label] = word.replace(/[?*]$/, '').split(':')
    return { label, kind: (kinds.has(kind) ? kind : 'any') as ValueKind }
  })
  const isRepeated = words.at(-1)?.endsWith('*') ?? false
  const shown = words.map((word, at) => {
    const label = read[at]?.label ?? ''
    return word.endsWith('?') ? `[${label}]` : word.endsWith('*') ? `${label}, …` : label
  })
  return {
    ...{ name, group, result, note, parameters: read },
    signature: shown.join(', '),
    least: words.filter((word) => !word.endsWith('?') && !(name === 'case' && word.endsWith('*'))).length,
    most: isRepeated ? valuesMax : words.length,
    example: [example, makes],
  }
}

export const formulaFunctions: readonly FormulaFunction[] = entries.map(functionOf)

const byName = new Map(formulaFunctions.map((it) => [it.name.toLowerCase(), it]))

/** The function of a name in any case; null where there is none. */
export const functionNamed = (name: string): FormulaFunction | null => byName.get(name.toLowerCase()) ?? null

/** Names of other programs for what is here under another name. */
const otherNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    concatenate: 'concat',
    distinct: 'unique',
    substitute: 'replace',
    substring: 'mid',
    substr: 'mid',
    len: 'length',
    iif: 'if',
    ifs: 'if',
    switch: 'case',
    ceiling: 'ceil',
    avg: 'average',
    toupper: 'upper',
    tolower: 'lower',
    uppercase: 'upper',
    lowercase: 'lower',
    capitalize: 'proper',
    tonumber: 'number',
    value: 'number',
    tostring: 'text',
    dateadd: 'addDays',
    datediff: 'dateDiff',
    isblank: 'isEmpty',
    ifnull: 'coalesce',
    nvl: 'coalesce',
  }),
)

/** The function that was probably meant; null where none is near. */
export function similarFunction(name: string): string | null {
  const sought = name.toLowerCase()
  const other = otherNames.get(sought)
  if (other !== undefined) return other
  const near = formulaFunctions.find(({ name: known }) => differsLittle(sought, known.toLowerCase()))
  return near?.name ?? null
}

/** Whether one letter is another, is too much, is missing, or changed places with the next. */
function differsLittle(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1 || other.length < 3) return false
  let start = 0
  while (start < one.length && one[start] === other[start]) start += 1
  const [rest, known] = [one.slice(start), other.slice(start)]
  const swapped = rest[0] === known[1] && rest[1] === known[0] && rest.slice(2) === known.slice(2)
  return rest.slice(1) === known || rest === known.slice(1) || rest.slice(1) === known.slice(1) || swapped
}
