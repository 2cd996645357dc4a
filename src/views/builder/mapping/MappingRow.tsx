import { useSelector } from '@xstate/react'
import { ChevronDown, ChevronRight, X } from 'lucide-react'
import type { Suggestion } from '#contract/builder/suggestions/suggestions.ts'
import { isCollected } from '#contract/connectors/config/listed-values.ts'
import { sourceOf } from '#src/machines/builder/mapping/lines.ts'
import type { MappingActor } from '#src/machines/builder/mapping/mapping.machine.ts'
import { selectIsSuggested, selectPicked, selectRefused } from '#src/machines/builder/mapping/mapping.selectors.ts'
import type { Row } from '#src/machines/builder/mapping/rows.ts'
import { fitOf, type LineSamples } from '#src/machines/builder/mapping/samples.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { StatusPill } from '../../kit/feedback/StatusPill.tsx'
import { Below, Cell, Label, Value } from '../../kit/layout/table-frame.ts'
import { mappingMessages as messages } from './mapping.messages.ts'
import { Buttons, Path, Wrong } from './mapping-frame.ts'
import { reasonText, shown, typesOf } from './reason-text.ts'
import { SourceChoice } from './SourceChoice.tsx'

type CellsProps = {
  readonly actor: MappingActor
  readonly row: Row
  /** Of its line; null where there is none. */
  readonly samples: LineSamples | null
  readonly suggestion: Suggestion | undefined
  readonly ruleName: string | null
  readonly onRule: () => void
  readonly isOpen: boolean
}

/** What stands in the row of one field of the target. */
export function MappingCells(props: CellsProps) {
  const { actor, row, samples, ruleName, onRule, isOpen } = props
  const { field, line, isDoubled, isMissing } = row
  const refused = useSelector(actor, selectRefused)
  const { path } = field
  return (
    <>
      <Cell role="cell" $isNumeric={false}>
        <Label aria-hidden="true">{messages.columns.target}</Label>
        <Value>
          <Path>{path}</Path>
          <Below>{typesOf(field.types)}</Below>
          {field.isRequired ? <StatusPill look={isMissing ? 'late' : 'good'} word={messages.required} /> : null}
          {isDoubled ? <Wrong>{messages.doubled}</Wrong> : null}
          {refused?.path === path ? <Wrong role="alert">{messages.refused[refused.why]}</Wrong> : null}
        </Value>
      </Cell>
      <Cell role="cell" $isNumeric={false}>
        <Label aria-hidden="true">{messages.columns.source}</Label>
        <Value>
          <SourceCell {...props} />
        </Value>
      </Cell>
      <Cell role="cell" $isNumeric={false}>
        <Label aria-hidden="true">{messages.columns.rule}</Label>
        <Value>
          <Button kind="quiet" label={messages.rule(path)} onPress={onRule}>
            {ruleName ?? messages.ruleShort}
          </Button>
        </Value>
      </Cell>
      <Cell role="cell" $isNumeric={false}>
        <Label aria-hidden="true">{messages.columns.sample}</Label>
        <Value>{samples === null ? null : <FirstSample samples={samples} />}</Value>
      </Cell>
      <Cell role="cell" $isNumeric={false}>
        <Label aria-hidden="true">{messages.columns.quality}</Label>
        <Value>
          {samples?.emptyRate ? <Below>{messages.empty(samples.emptyRate)}</Below> : null}
          {samples !== null && samples.misfits > 0 ? <Wrong>{messages.misfits(samples.misfits)}</Wrong> : null}
        </Value>
      </Cell>
      <Cell role="cell" $isNumeric={false}>
        <Label aria-hidden="true">{messages.columns.more}</Label>
        {line === null ? null : (
          <Buttons>
            <Button
              kind="quiet"
              label={messages.details(path)}
              isPressed={isOpen}
              onPress={() => actor.send({ type: 'user.selected', id: isOpen ? null : line.id })}
            >
              {isOpen ? <ChevronDown aria-hidden="true" /> : <ChevronRight aria-hidden="true" />}
            </Button>
            <Button
              kind="quiet"
              label={messages.remove(path)}
              onPress={() => actor.send({ type: 'user.disconnected', id: line.id })}
            >
              <X aria-hidden="true" />
            </Button>
          </Buttons>
        )}
      </Cell>
    </>
  )
}

function SourceCell({ actor, row: { field, line, isKnown }, suggestion, ruleName }: CellsProps) {
  const picked = useSelector(actor, selectPicked)
  const isSuggested = useSelector(actor, (snapshot) => line !== null && selectIsSuggested(snapshot, line.id))
  const { path } = field
  const source = line === null ? '' : sourceOf(line)
  const isChoosing = picked?.side === 'target' && picked.path === path
  const from = line !== null && isCollected(line) ? 'array' : line?.sourceDataType
  const fit = from === undefined || ruleName !== null ? 'always' : fitOf([from], field.types)
  return (
    <div data-choice={path}>
      {isKnown ? (
        <Button
          label={source === '' ? messages.choose(path) : messages.change(path, source)}
          isBlocked={isChoosing}
          onPress={() => actor.send({ type: 'user.picked', side: 'target', path })}
        >
          <Path>{source === '' ? messages.chooseShort : source}</Path>
        </Button>
      ) : (
        <Path>{source}</Path>
      )}
      {from === undefined ? null : <Below>{messages.types[from]}</Below>}
      {isSuggested ? <Below>{messages.fromSuggestion}</Below> : null}
      {fit === 'always' || from === undefined ? null : (
        <Wrong>{messages.fit[fit](messages.types[from], typesOf(field.types))}</Wrong>
      )}
      {isChoosing ? <SourceChoice actor={actor} target={path} onLeave={() => focusChoice(path)} /> : null}
      {suggestion === undefined || line !== null || isChoosing ? null : (
        <>
          <Below>{messages.suggestion(suggestion.sourcePath, suggestion.reasons.map(reasonText).join(' '))}</Below>
          <Button
            label={messages.accept(path, suggestion.sourcePath)}
            onPress={() => actor.send({ type: 'user.acceptedSuggestions', suggestions: [suggestion] })}
          >
            {messages.acceptShort}
          </Button>
        </>
      )}
    </div>
  )
}

/** The box goes when something is chosen; the button beside it stays. */
function focusChoice(path: string) {
  document.querySelector<HTMLElement>(`[data-choice="${CSS.escape(path)}"] button`)?.focus()
}

function FirstSample({ samples: { samples, isPreviewed } }: { readonly samples: LineSamples }) {
  const sample = samples.find(({ outcome }) => outcome === 'misfit') ?? samples[0]
  if (sample === undefined) return <Below>{messages.notPreviewed}</Below>
  return (
    <>
      <Path>
        {shown(sample.goesIn)} → {isPreviewed && sample.outcome === 'made' ? shown(sample.comesOut) : null}
      </Path>
      {isPreviewed ? null : <Below>{messages.notPreviewed}</Below>}
      {sample.outcome === 'misfit' ? <Wrong>{sample.reason}</Wrong> : null}
      {isPreviewed && sample.outcome === 'unseen' ? <Below>{messages.stopped}</Below> : null}
      {sample.outcome === 'skipped' ? <Below>{messages.skipped}</Below> : null}
    </>
  )
}
