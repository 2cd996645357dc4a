/** Which transform makes the values of a source fit a field, by what its examples hold. Null wherever the examples leave it open. */
import type { NewMappingRule } from '../../connectors/config/mapping-rule.ts'
import type { ShapeField } from '../../connectors/config/shape.ts'
import { readName } from './suggestion-names.ts'
import { quiet } from './suggestion-terms.ts'
import { valuesAt } from './value-at.ts'

type Sides = {
  readonly sourcePath: string
  readonly target: ShapeField
  readonly sourceExamples: readonly unknown[]
  readonly targetExamples: readonly unknown[]
}

type Named = { readonly name: string; readonly sourcePath: string }

const nameMax = 128
const isoDay = 'yyyy-MM-dd'
const number = /^-?\d{1,15}(?:\.\d{1,15})?$/
/** What stands beside a number in a text. */
const separators = [' ', '%', '$', '€', '£'] as const

/** Proposed for a field that is filled as it is. Fields of lists are left alone: a transform reads one value. */
export function proposeTransform({ sourcePath, target, sourceExamples, targetExamples }: Sides): NewMappingRule | null {
  if (sourcePath === '' || sourcePath.includes('[*]') || target.path.includes('[*]')) return null
  const values = filled(sourceExamples, sourcePath)
  if (values.length === 0) return null
  const named: Named = { name: target.path.slice(0, nameMax), sourcePath }
  const texts = values.filter((value) => typeof value === 'string')
  const isText = texts.length === values.length
  const { types } = target
  if (types.every((type) => type === 'date')) return isText ? dateOf(texts, named) : null
  if (types.every((type) => type === 'number' || type === 'integer'))
    return (isText ? partOf(texts, named) : null) ?? (types.includes('number') ? null : roundedOf(values, named))
  return types.every((type) => type === 'string') && isText ? caseOf(texts, filled(targetExamples, target.path), named) : null
}

/** Whose name a field may hold; `company.name` is no name of a person. */
const persons = new Set(['customer', 'requester', 'owner'])

/** What the last name of a path says; nothing where the names before it are of something else than a person. */
function personalSense(path: string): readonly string[] {
  const parts = readName(path).parts
  const [last] = parts.slice(-1)
  const isOfPerson = parts.slice(0, -1).every(({ word, senses }) => quiet.has(word) || senses.some((it) => persons.has(it)))
  return isOfPerson ? (last?.senses ?? []) : []
}

/** First and last name, joined for a field that no field of the source fills alone. Null where the source has a full name or several pairs. */
export function proposeJoin(target: ShapeField, source: readonly ShapeField[]): NewMappingRule | null {
  const isText = target.types.every((type) => type === 'string' || type === 'any')
  if (!isText || target.path.includes('[*]') || !personalSense(target.path).includes('fullname')) return null
  const known = source.map(({ path }) => ({ path, senses: path.includes('[*]') ? [] : personalSense(path) }))
  const saying = (sense: string) => known.filter(({ senses }) => senses.includes(sense)).map(({ path }) => path)
  const [first, ...others] = saying('firstname')
  const [last, ...more] = saying('lastname')
  if (first === undefined || last === undefined || others.length > 0 || more.length > 0 || saying('fullname').length > 0)
    return null
  return { name: target.path.slice(0, nameMax), type: 'concatenate', sourcePaths: [first, last], separator: ' ' }
}

const filled = (examples: readonly unknown[], path: string): readonly unknown[] =>
  examples.flatMap((it) => valuesAt(it, path)).filter((value) => value !== null && value !== undefined && value !== '')

/** Days only: of a time nobody knows the zone. */
function dateOf(texts: readonly string[], named: Named): NewMappingRule | null {
  const from = dayFormatOf(texts)
  return from === null ? null : { ...named, type: 'dateFormat', from, to: isoDay }
}

function dayFormatOf(texts: readonly string[]): string | null {
  if (texts.every((text) => /^\d{1,2}\.\d{1,2}\.\d{4}$/.test(text))) return 'd.M.yyyy'
  if (texts.every((text) => /^\d{4}\/\d{1,2}\/\d{1,2}$/.test(text))) return 'yyyy/M/d'
  if (texts.every((text) => /^(?:19|20)\d\d(?:0[1-9]|1[0-2])[0-3]\d$/.test(text))) return 'yyyyMMdd'
  const parts = texts.map((text) => /^(\d{1,2})\/(\d{1,2})\/\d{4}$/.exec(text))
  if (parts.includes(null)) return null
  const [isFirstDay, isSecondDay] = [1, 2].map((at) => parts.some((part) => Number(part?.[at]) > 12))
  // 05/01/2026 is the fifth of January or the first of May: only a day after the twelfth says which.
  if (isFirstDay === isSecondDay) return null
  return isFirstDay ? 'd/M/yyyy' : 'M/d/yyyy'
}

/** The number in texts like "12.50 EUR", where it always stands in the same part. */
function partOf(texts: readonly string[], named: Named): NewMappingRule | null {
  if (texts.every((text) => number.test(text))) return null
  for (const separator of separators) {
    const split = texts.map((text) => text.split(separator))
    const index = [0, 1].find((at) => split.every((parts) => parts.length === 2 && number.test(parts[at] ?? '')))
    if (index === undefined) continue
    return isOfThousands(split.map((parts) => parts[index] ?? '')) ? null : { ...named, type: 'split', separator, index }
  }
  return null
}

/** 1.250 is one and a quarter, or written with a dot between thousands: only a fraction of another length says which. */
function isOfThousands(numbers: readonly string[]): boolean {
  const dotted = numbers.filter((text) => text.includes('.'))
  return dotted.length > 0 && dotted.every((text) => /^-?[1-9]\d{0,2}\.\d{3}$/.test(text))
}

/** Whole numbers of numbers that have fractions. */
function roundedOf(values: readonly unknown[], named: Named): NewMappingRule | null {
  const numbers = values.map((value) => (typeof value === 'number' || typeof value === 'string' ? String(value) : ''))
  const hasFraction = numbers.some((text) => /\.\d*[1-9]/.test(text))
  return hasFraction && numbers.every((text) => number.test(text)) ? { ...named, type: 'numberFormat', fractionDigits: 0 } : null
}

const spellings = { upper: (text: string) => text.toUpperCase(), lower: (text: string) => text.toLowerCase() } as const

/** The same words in capitals, or in small letters, as the examples of the destination have them. */
function caseOf(texts: readonly string[], expected: readonly unknown[], named: Named): NewMappingRule | null {
  const known = new Set(expected)
  if (texts.every((text) => known.has(text))) return null
  const to = (['upper', 'lower'] as const).find((it) => texts.every((text) => known.has(spellings[it](text))))
  return to === undefined ? null : { ...named, type: 'case', to }
}
