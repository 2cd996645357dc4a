/** A filter, lines, groups and formulas of a draft from a sentence, by the fields of its two systems. */
import { groupedShape } from '#contract/builder/sample-groups.ts'
import { linedShape } from '#contract/builder/sample-lines.ts'
import type { ConnectorConfig, MappingEdge } from '#contract/connectors/config/config.ts'
import type { RecordFilter } from '#contract/connectors/config/records/record-filter.ts'
import type { RecordGroup } from '#contract/connectors/config/records/record-group.ts'
import type { RecordSplit } from '#contract/connectors/config/records/record-split.ts'
import type { DraftShapes } from '#contract/connectors/config/shape.ts'
import { adjectiveAt, filterAt, filterStarts, isAdjective } from './filter.ts'
import { formulaAt, type WishedFormula } from './formula.ts'
import { groupAt } from './groups.ts'
import { splitAt } from './lines.ts'
import { type Fields, fieldsOf, type Token, tokensOf } from './tokens.ts'

export type WishedRecords = {
  /** Null: none was wished, or one that is not understood as a whole. */
  readonly only: RecordFilter | null
  /** Null: each record is one line. */
  readonly each: RecordSplit | null
  /** Null: each record, or each line, is sent by itself. */
  readonly group: RecordGroup | null
  /** By the paths of the destination. */
  readonly formulas: readonly WishedFormula[]
  /** Parts of the sentence that wish a filter, lines, groups or a formula and are not understood, as they were written. */
  readonly missed: readonly string[]
}

/** The words of a wish that is not understood, as far as its sentence goes. */
function sentenceFrom(message: string, tokens: readonly Token[], at: number): string {
  const end = tokens.findIndex(({ kind, text }, place) => place > at && kind === 'end' && text !== ',')
  const last = tokens[(end === -1 ? tokens.length : end) - 1]
  return message.slice(tokens[at]?.from ?? 0, last?.to ?? 0).slice(0, 160)
}

/** @param message as a person wrote it; work is linear in it. */
export function recordsIn(message: string, shapes: DraftShapes): WishedRecords {
  const tokens = tokensOf(message)
  const fields = fieldsOf(shapes.source?.fields ?? [])
  const { each, unread } = eachIn(tokens, shapes)
  const lined = shapes.source === undefined ? undefined : linedShape(shapes.source, each ?? undefined)
  const { group, unread: ungrouped } = groupIn(tokens, fieldsOf(lined?.fields ?? []))
  const ofLines = fieldsOf((lined && group ? groupedShape(lined, group, []) : lined)?.fields ?? [])
  const targets = shapes.destination && fieldsOf(shapes.destination.fields)
  const formulas: WishedFormula[] = []
  const missed = [unread, ungrouped].flatMap((at) => (at === null ? [] : [sentenceFrom(message, tokens, at)]))
  let only: RecordFilter | null = null
  let at = 0
  while (at < tokens.length) {
    const start = filterStarts(tokens, at)
    const found = start === null ? null : filterAt(tokens, start, fields)
    const formula = start === null && targets ? formulaAt(tokens, at, { source: ofLines, destination: targets }) : undefined
    if (found !== null && only === null) only = found.value
    else if (start !== null) missed.push(sentenceFrom(message, tokens, at))
    else if (formula) formulas.push(formula.value)
    else if (formula === null) missed.push(sentenceFrom(message, tokens, at))
    else if (start === null && isAdjective(tokens, at)) {
      const named: RecordFilter | null = only === null ? adjectiveAt(tokens, at, fields) : null
      only = named ?? only
      if (named === null) missed.push(sentenceFrom(message, tokens, at))
    }
    const isMissed = (start !== null && found === null) || formula === null
    at = found?.next ?? formula?.next ?? (isMissed ? (start ?? at) + 1 : at + 1)
  }
  return { only, each, group, formulas, missed: missed.slice(0, 3) }
}

/** The list whose items are to be lines; `unread` is where lines are wished of a list that is not known. */
function eachIn(tokens: readonly Token[], { source }: DraftShapes) {
  let unread: number | null = null
  for (const at of tokens.keys()) {
    const found = splitAt(tokens, at, source?.fields ?? [])
    if (found?.value) return { each: found.value, unread: null }
    if (found !== undefined) unread ??= at
  }
  return { each: null, unread }
}

/** How records are to be grouped; `unread` is where groups are wished by fields that are not known. */
function groupIn(tokens: readonly Token[], fields: Fields) {
  let unread: number | null = null
  for (const at of tokens.keys()) {
    const found = groupAt(tokens, at, fields)
    if (found) return { group: found.value, unread: null }
    if (found === null) unread ??= at
  }
  return { group: null, unread }
}

/** The configuration with the filter, the lines, the groups and the formulas. A line of a formula takes the place of what the names suggested. */
export function withRecords(config: ConnectorConfig, { only, each, group, formulas }: WishedRecords): ConnectorConfig {
  const { isList = false, listPath = '' } = config.source
  const lines = formulas.map(
    ({ target, text }): MappingEdge => ({
      id: `to ${target}`.slice(0, 128),
      ...{ source: '', target, sourcePath: '', targetPath: target },
      rule: { name: target.slice(0, 128), type: 'formula', text },
      ...(isList ? { isList, listPath } : {}),
    }),
  )
  const isMade = new Set(formulas.map(({ target }) => target))
  const kept = config.dataMapping.filter(({ targetPath, target }) => !isMade.has(targetPath || target))
  const rules = {
    ...config.records,
    ...(only === null ? {} : { only }),
    ...(each === null ? {} : { each }),
    ...(group === null ? {} : { group }),
  }
  return {
    ...config,
    dataMapping: [...kept, ...lines],
    ...(Object.keys(rules).length === 0 ? {} : { records: rules }),
  }
}
