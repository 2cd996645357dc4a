/** The groups of a configuration: checked, and compiled once per version. */
import { createHash } from 'node:crypto'
import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { ungroupableBecause } from '#contract/connectors/config/records/grouping.ts'
import { groupCharactersMax, type RecordGroup } from '#contract/connectors/config/records/record-group.ts'
import { type FieldProblem, problem } from '#contract/kit/problem.ts'
import { parseExactly } from '../../platform/json/exact.ts'
import { getter, type Path, parsePath, pathText, valueAt } from '../../platform/json/path.ts'
import { scalarText } from '../../platform/json/raw-json.ts'
import type { CompiledGroup, GroupState } from '../kit/grouping.ts'
import { Unreadable } from '../kit/kind.ts'
import { nameRecord, ownKey } from '../kit/record-key.ts'
import { namesOf, withPut } from '../kit/record-values.ts'
import { itemName, itemNumberName } from '../mapping/record-split.ts'
import { aggregates, ValueFault } from './aggregates.ts'

class IncompleteGroup extends Unreadable {
  override readonly problem

  constructor(message: string, readable: unknown) {
    super(message, readable)
    this.problem = problem('group/value', { message })
  }
}

/** The names of an object's members, as one text. */
const membersOf = (record: unknown) =>
  typeof record === 'object' && record !== null ? Object.keys(record).toSorted().join('\n') : null

const oneValue = 'Groups read single values. Use a path without [*], or send one line per item of the list'

/** Key values as texts; what is no text cannot be one. Null stands for a missing one. */
const partsOf = (keys: readonly unknown[]) => keys.map((key) => (key === null ? null : scalarText(key)))

/** The name of a single key that is missing or empty, which a record without a name would not have. */
const nameOfNothing = (parts: readonly (string | null)[]) =>
  parts.length === 1 && (parts[0] === null || parts[0] === '') ? [parts[0] === null ? '\\N' : '""'] : parts

export const faultOf = (path: string | undefined, called: string, message: string): string =>
  `Record ${called} can't be added to the group: ${path === undefined ? '' : `"${path}" `}${message}.`

/** What fills a record of a group: nothing else may be put there. */
function checkTargets({ by, lines }: RecordGroup, errors: FieldProblem[]): void {
  let made: unknown = {}
  const put = (text: string, at: string, wrong: string) => {
    const names = namesOf(text)
    const after =
      names === null ||
      valueAt(
        made,
        names.map((name) => ({ kind: 'name', name })),
      ) !== undefined
        ? null
        : withPut(made, names, true)
    if (names === null) errors.push({ path: at, message: wrong })
    else if (after === null) errors.push({ path: at, message: `Another field of the group fills "${text}". Use another name` })
    else made = after
  }
  for (const [at, path] of by.entries()) put(path, `/records/group/by/${at}`, 'Enter a group field without brackets')
  for (const [at, { target }] of lines.entries())
    put(target, `/records/group/lines/${at}/target`, 'Enter a name without brackets')
}

/** What is wrong with the groups of a configuration, or the groups; null where records are not grouped. */
export function compileGroup({
  records,
  enrichment,
}: Pick<ConnectorConfig, 'records' | 'enrichment'>):
  | { readonly group: CompiledGroup }
  | { readonly errors: readonly FieldProblem[] }
  | null {
  const group = records?.group
  if (group === undefined) return null
  const errors: FieldProblem[] = []
  checkTargets(group, errors)
  const pathOf = (text: string, at: string): Path => {
    const parsed = parsePath(text)
    if ('fault' in parsed) errors.push({ path: at, message: parsed.fault })
    else if (parsed.path.some(({ kind }) => kind === 'each')) errors.push({ path: at, message: oneValue })
    return 'path' in parsed ? parsed.path : []
  }
  const keys = group.by.map((path, at) => pathOf(path, `/records/group/by/${at}`))
  const lines = group.lines.map(({ do: does, path, target }, at) => {
    const place = `/records/group/lines/${at}/path`
    if (path === undefined && does !== 'count') errors.push({ path: place, message: 'Select the source field' })
    const read = path === undefined ? null : pathOf(path, place)
    return { ...aggregates[does], path, read, get: read === null ? () => true : getter(read), target: namesOf(target) ?? [] }
  })
  if (errors.length > 0) return { errors: errors.filter(({ path }, at) => errors.findIndex((it) => it.path === path) === at) }
  const getKeys = keys.map(getter)
  const keyNames = group.by.map((path) => namesOf(path) ?? [])
  const written = enrichment.map(({ lookup }) => namesOf(lookup?.targetPath ?? '') ?? [])
  // A record that became no lines has no item.
  const isOfItem = ([first]: readonly string[]) => records?.each !== undefined && (first === itemName || first === itemNumberName)
  const made = [...new Set([...keyNames, ...lines.map(({ target }) => target)].map(([first = '']) => first))]
    .toSorted()
    .join('\n')
  const touches = (one: readonly string[], other: readonly string[]) =>
    one.slice(0, other.length).every((name, at) => other[at] === name)
  const named = (record: object, its: readonly unknown[]) => {
    nameRecord(record, nameOfNothing(partsOf(its)))
    return record
  }
  return {
    group: {
      reads: [
        ...keys.map((path, at) => ({ at: `/records/group/by/${at}`, path })),
        ...lines.flatMap(({ read }, at) => (read === null ? [] : [{ at: `/records/group/lines/${at}/path`, path: read }])),
      ],
      members: [...group.by, ...group.lines.map(({ target }) => target)],
      keysAreRead: !keyNames.some((names) => isOfItem(names) || written.some((target) => touches(names, target))),
      isMadeBy: (record) => membersOf(record) === made,
      keyOf(record) {
        const values = getKeys.map((get) => get(record) ?? null)
        const parts = partsOf(values)
        const wrong = values.findIndex((value, at) => value !== null && parts[at] === null)
        if (wrong >= 0)
          return `"${group.by[wrong]}" is ${Array.isArray(values[wrong]) ? 'a list' : 'an object'}, so the record has no group`
        return { keys: values, name: JSON.stringify(parts) }
      },
      begin: (its) => ({ keys: its, count: 0, lines: lines.map(() => null), fault: null }),
      add(state, record, called) {
        state.count += 1
        if (state.fault !== null) return
        for (const [at, { add, get, path }] of lines.entries()) {
          try {
            state.lines[at] = add(state.lines[at], get(record))
          } catch (fault) {
            if (!(fault instanceof ValueFault)) throw fault
            state.fault = faultOf(path, called, fault.message)
            state.lines = []
            return
          }
        }
      },
      recordOf(state) {
        let made: unknown = {}
        for (const [at, names] of keyNames.entries()) made = withPut(made, names, state.keys[at])
        if (state.fault !== null) return named(new IncompleteGroup(state.fault, made), state.keys)
        for (const [at, { resultOf, target }] of lines.entries()) made = withPut(made, target, resultOf(state.lines[at]))
        return named(made as object, state.keys)
      },
    },
  }
}

/** The groups of a configuration that was checked; null where records are not grouped. */
export function compiledGroupOf(config: Pick<ConnectorConfig, 'records' | 'enrichment'>): CompiledGroup | null {
  const compiled = compileGroup(config)
  return compiled !== null && 'group' in compiled ? compiled.group : null
}

/** The error of a group whose record is missing in it: the group is known, and the record is not. */
export function failGroup(state: GroupState, fault: string): void {
  state.count += 1
  state.fault ??= fault
  state.lines = []
}

export const stateText = (state: GroupState): string => {
  const text = JSON.stringify(state)
  if (text.length <= groupCharactersMax) return text
  const most = `${(groupCharactersMax / 1_024).toLocaleString('en')} kB`
  return JSON.stringify({
    ...state,
    lines: [],
    fault: `The group contains more than ${most} of lists and texts.`,
  } satisfies GroupState)
}

export const stateOf = (text: string): GroupState => parseExactly(text) as GroupState

/** Names a group in the database. @param salt nothing can be read in the mark of a name without it. */
const markOf = (name: string, salt: string): string => createHash('sha256').update(salt).update(name).digest('hex').slice(0, 32)

/** `markOf` for the records of one page, which share names: a hash costs more than all else that is done to a record. */
export function createMarks(salt: string): (name: string) => string {
  const known = new Map<string, string>()
  return (name) => {
    const mark = known.get(name) ?? markOf(name, salt)
    known.set(name, mark)
    return mark
  }
}

/** What a record is called by, for people. @param position counted from 1. */
export const calledBy = (record: unknown, position: number): string => ownKey(record) ?? `number ${position}`

/** What is wrong with the groups of a connector. Paths begin with `/records/group`. */
export function checkGroup(config: ConnectorConfig): readonly FieldProblem[] {
  const compiled = compileGroup(config)
  if (compiled === null) return []
  const why = ungroupableBecause(config)
  if (why !== null) return [{ path: '/records/group', message: why }]
  if ('errors' in compiled) return compiled.errors
  return []
}

/** Paths of the mapping that the records of a group do not have. */
export const pathsBeside = ({ members }: CompiledGroup, paths: readonly Path[]): readonly string[] =>
  paths.map(pathText).filter((path) => !members.some((it) => isWithin(path, it) || isWithin(it, path)))

const isWithin = (path: string, other: string) => path === other || path.startsWith(`${other}.`) || path.startsWith(`${other}[`)
