import { useVirtualizer } from '@tanstack/react-virtual'
import { useSelector } from '@xstate/react'
import { useMemo, useRef } from 'react'
import styled from 'styled-components'
import type { Suggestion } from '#contract/builder/suggestions/suggestions.ts'
import { proposeJoin, proposeTransform } from '#contract/builder/suggestions/transform-proposals.ts'
import { fieldInFormula } from '#contract/connectors/config/formula/from-rule.ts'
import type { MappingRule, NewMappingRule } from '#contract/connectors/config/mapping-rule.ts'
import { sourceOf } from '#src/machines/builder/mapping/lines.ts'
import type { MappingActor } from '#src/machines/builder/mapping/mapping.machine.ts'
import { selectSearch } from '#src/machines/builder/mapping/mapping.machine.ts'
import { type Row, shownRows } from '#src/machines/builder/mapping/rows.ts'
import type { RuleTarget } from '#src/machines/builder/mapping/rule.context.ts'
import { samplesOf } from '#src/machines/builder/mapping/samples.ts'
import { space } from '#src/theme/theme.ts'
import { FilterChips } from '../../kit/controls/FilterChips.tsx'
import { SearchBox } from '../../kit/controls/search-box.ts'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { Frame, Group, Head, Header, Line, Opened, Rows, Wide } from '../../kit/layout/table-frame.ts'
import { useContextOf } from '../../kit/use-snapshot.ts'
import { LineDetails } from './LineDetails.tsx'
import { MappingCells } from './MappingRow.tsx'
import { mappingMessages as messages } from './mapping.messages.ts'
import { Stack } from './mapping-frame.ts'
import { MappingLine } from './row-frame.ts'

export type MappingTableProps = {
  readonly actor: MappingActor
  readonly suggestions: readonly Suggestion[]
  readonly rules: readonly MappingRule[]
  /** Opens the rules for a field. */
  readonly onRule: (target: RuleTarget) => void
  /** Whether a field without a source can get a formula at once. */
  readonly hasFormulas?: boolean
}

const tracks = 'minmax(9rem, 1.3fr) minmax(9rem, 1.4fr) minmax(7rem, 1fr) minmax(10rem, 2fr) 4.5rem 4.5rem'
const heads = Object.values(messages.columns)
const filters = ['all', 'required', 'unmapped'] as const
/** Characters of the name of a transform. */
const nameMax = 128
/** Rows in the DOM beyond those in sight. */
const overscan = 8
const estimated = 40

/** The mapping as a table, equal to the canvas: one row per field of the target. Only the rows in sight are drawn. */
export function MappingTable({ actor, suggestions, rules, onRule, hasFormulas = false }: MappingTableProps) {
  const frame = useRef<HTMLDivElement>(null)
  const { edges, shapes, search, filter, picked, refused, answer, previewed } = useSelector(actor, ({ context }) => context)
  const sought = useSelector(actor, (snapshot) => selectSearch(snapshot, 'target'))
  const selected = useContextOf(actor, 'selected')
  const { rows, counts } = useMemo(
    () => shownRows({ edges, shapes, search, filter, picked, refused, selected }),
    [edges, shapes, search, filter, picked, refused, selected],
  )
  const suggested = useMemo(() => new Map(suggestions.map((it) => [it.targetPath, it])), [suggestions])
  const known = useMemo(() => shapes.source?.fields.map(({ path }) => path) ?? [], [shapes.source])
  const saved = useMemo(() => new Map(rules.map(({ _id, rule }) => [_id, rule])), [rules])
  const proposed = useMemo(() => {
    const [sourceExamples, targetExamples] = [shapes.source?.examples ?? [], shapes.destination?.examples ?? []]
    return new Map(
      rows.flatMap(({ field, line }) => {
        if (line?.ruleId !== undefined || line?.rule !== undefined || (line === null && suggested.has(field.path))) return []
        const rule =
          line === null
            ? proposeJoin(field, shapes.source?.fields ?? [])
            : proposeTransform({ sourcePath: sourceOf(line), target: field, sourceExamples, targetExamples })
        return rule === null ? [] : [[field.path, rule] as const]
      }),
    )
  }, [rows, shapes, suggested])
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => estimated,
    getItemKey: (index) => rows[index]?.field.path ?? index,
    overscan,
  })
  const items = virtual.getVirtualItems()
  const ruleNameOf = ({ line }: Row) =>
    line?.ruleId === undefined ? (line?.rule?.name ?? null) : (saved.get(line.ruleId)?.name ?? messages.ruleUnknown)

  const ruleOf = ({ line }: Row) => line?.rule ?? saved.get(line?.ruleId ?? '')
  return (
    <Stack>
      <Tools>
        <FilterChips
          label={messages.filter.label}
          options={filters.map((value) => ({ value, name: messages.filter.by[value], count: counts[value] }))}
          value={filter.by}
          onChoose={(by) => actor.send({ type: 'user.filtered', by })}
        />
        <Search
          aria-label={messages.searchTarget}
          placeholder={messages.searchTarget}
          type="search"
          spellCheck={false}
          value={sought}
          onChange={({ target }) => actor.send({ type: 'user.searched', side: 'target', text: target.value })}
        />
      </Tools>
      {rows.length === 0 ? (
        <EmptyState
          title={
            counts.all === 0 && sought === '' ? messages.noTargets : messages.filter.none[counts.all === 0 ? 'all' : filter.by]
          }
        >
          {null}
        </EmptyState>
      ) : (
        <Frame ref={frame} $rows={rows.length} role="table" aria-label={messages.name} aria-rowcount={rows.length + 1}>
          <Header role="rowgroup">
            <Line role="row" aria-rowindex={1} $tracks={tracks} $isHead>
              {heads.map((head) => (
                <Head key={head} role="columnheader" $isNumeric={head === messages.columns.quality}>
                  {head}
                </Head>
              ))}
            </Line>
          </Header>
          <Rows style={{ paddingTop: items[0]?.start ?? 0, paddingBottom: virtual.getTotalSize() - (items.at(-1)?.end ?? 0) }}>
            {items.map(({ index, key }) => {
              const row = rows[index] as Row
              const { line, field } = row
              const samples = line === null ? null : samplesOf({ shapes, answer, previewed }, line, ruleOf(row))
              const isOpen = line !== null && line.id === selected
              return (
                <Group key={key} role="rowgroup" ref={virtual.measureElement} data-index={index}>
                  <MappingLine role="row" aria-rowindex={index + 2} $tracks={tracks} $isOneLine>
                    <MappingCells
                      actor={actor}
                      row={row}
                      samples={samples}
                      suggestion={suggested.get(field.path)}
                      ruleName={ruleNameOf(row)}
                      reads={readsOf(ruleOf(row))}
                      proposed={proposed.get(field.path)}
                      formula={formulaIn(ruleOf(row))}
                      onFormula={
                        hasFormulas
                          ? () =>
                              onRule({
                                targetPath: field.path,
                                sourcePath: line === null ? '' : sourceOf(line),
                                proposed: begun(row),
                                known,
                              })
                          : undefined
                      }
                      onRule={() =>
                        onRule({
                          targetPath: field.path,
                          sourcePath: line === null ? '' : sourceOf(line),
                          ruleId: line?.ruleId,
                          rule: line?.rule,
                          proposed: proposed.get(field.path),
                          known,
                        })
                      }
                      isOpen={isOpen}
                    />
                  </MappingLine>
                  {isOpen ? (
                    <Opened role="row">
                      <Wide role="cell" aria-colspan={heads.length}>
                        <LineDetails key={line.listPath} actor={actor} line={line} samples={samples} />
                      </Wide>
                    </Opened>
                  ) : null}
                </Group>
              )
            })}
          </Rows>
        </Frame>
      )}
    </Stack>
  )
}

/** A formula that begins with the field that the line reads now. */
function begun({ field, line }: Row): NewMappingRule {
  const source = line === null ? '' : sourceOf(line)
  return { type: 'formula', name: field.path.slice(0, nameMax), text: source === '' ? '' : fieldInFormula(source) }
}

const formulaIn = (rule: NewMappingRule | undefined) => (rule?.type === 'formula' ? rule.text : null)

/** The fields that a transform reads, in their order; null of one that reads none, or that is not known. */
function readsOf(rule: NewMappingRule | undefined): string | null {
  if (rule === undefined) return null
  if (rule.type === 'formula') return rule.text
  if ('sourcePaths' in rule) return rule.sourcePaths.join(', ')
  return 'sourcePath' in rule ? rule.sourcePath : null
}

const Tools = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space[8]};
`

const Search = styled(SearchBox)`
  flex: none;
  width: min(15rem, 100%);
`
