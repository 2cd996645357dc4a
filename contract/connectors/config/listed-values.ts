/** Lines of a mapping that make a list where the destination takes one value. Every record that holds the list would fail. */
import type { FieldProblem } from '../../kit/problem.ts'

type Loose = Readonly<Record<string, unknown>>
type Paths = {
  readonly source?: unknown
  readonly target?: unknown
  readonly sourcePath?: unknown
  readonly targetPath?: unknown
}

const isObject = (value: unknown): value is Loose => typeof value === 'object' && value !== null && !Array.isArray(value)
const firstText = (...texts: readonly unknown[]): string => {
  const found = texts.find((it) => typeof it === 'string' && it !== '')
  return typeof found === 'string' ? found : ''
}
const starsIn = (path: string) => path.split('[*]').length - 1

/** Beyond the `[*]` that the target has, the values of all elements become one list. */
export const isCollected = ({ source, target, sourcePath, targetPath }: Paths): boolean =>
  starsIn(firstText(sourcePath, source)) > starsIn(firstText(targetPath, target))

/** Types that take no list, as sentences call them. */
const single: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'a yes/no value',
  date: 'a date',
  object: 'an object',
}

/** What a rule reads, or the line itself. */
function sourcesOf({ source, sourcePath, rule }: Loose): readonly string[] {
  if (!isObject(rule)) return [firstText(sourcePath, source)]
  const { sourcePaths, sourcePath: own } = rule
  return (Array.isArray(sourcePaths) ? sourcePaths : [own]).filter((it) => typeof it === 'string')
}

/** Warnings by line. @param edge one line, and its number in the mapping. */
export function listsIntoValues(edge: unknown, at: number): FieldProblem[] {
  if (!isObject(edge)) return []
  const { target, targetPath, targetDataType, sourceDataType, rule, ruleId } = edge
  const kind = typeof targetDataType === 'string' ? single[targetDataType] : undefined
  if (kind === undefined || (ruleId !== undefined && rule === undefined)) return []
  const sources = sourcesOf(edge)
  const collected = sources.find((sourcePath) => isCollected({ sourcePath, target, targetPath }))
  const list = collected ?? (rule === undefined && sourceDataType === 'array' ? sources[0] : undefined)
  if (list === undefined || list === '') return []
  const to = firstText(targetPath, target)
  const message = `Data mapping ${at + 1}: "${list}" is a list, and "${to}" takes ${kind}: records with such a list fail. Map one element, such as [0], or make the target a list`
  return [{ path: `/dataMapping/${at}/targetPath`, message }]
}
