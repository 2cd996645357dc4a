import { useSelector } from '@xstate/react'
import { ChevronDown, ChevronRight, X } from 'lucide-react'
import type { Suggestion } from '#contract/builder/suggestions/suggestions.ts'
import { isCollected } from '#contract/connectors/config/listed-values.ts'
import type { NewMappingRule } from '#contract/connectors/config/mapping-rule.ts'
import { sourceOf } from '#src/machines/builder/mapping/lines.ts'
import type { MappingActor } from '#src/machines/builder/mapping/mapping.machine.ts'
import { selectIsSuggested } from '#src/machines/builder/mapping/mapping.machine.ts'
import type { Row } from '#src/machines/builder/mapping/rows.ts'
import { fitOf, type LineSamples } from '#src/machines/builder/mapping/samples.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Cell, Label, Value } from '../../kit/layout/table-frame.ts'
import { useContextOf } from '../../kit/use-snapshot.ts'
import { FormulaText } from './FormulaText.tsx'
import { mappingMessages as messages } from './mapping.messages.ts'
import { Path, Wrong } from './mapping-frame.ts'
import { reasonText, shown, typesOf } from './reason-text.ts'
import { Example, Fx, InLine, Mark, Muted, Share, Star, Suggested, Tools, Unseen } from './row-frame.ts'
import { SourceChoice } from './SourceChoice.tsx'

type CellsProps = {
  readonly actor: MappingActor
  readonly row: Row
  /** Of its line; null where there is none. */
  readonly samples: LineSamples | null
  readonly suggestion: Suggestion | undefined
  readonly ruleName: string | null
  /** What a transform reads instead of the source of the line; null without one that is known. */
  readonly reads: string | null
  /** What the examples propose where there is no transform. */
  readonly proposed: NewMappingRule | undefined
  readonly onRule: () => void
  /** Writes a formula for a field without a source; absent where there is none. */
  readonly onFormula?: (() => void) | undefined
  /** The formula that makes its value; null without one. */
  readonly formula: string | null
  readonly isOpen: boolean
}

/** What stands in the row of one field of the target. */
export function MappingCells(props: CellsProps) {
  const { actor, row, samples, ruleName, proposed, onRule, isOpen } = props
  const proposal = proposed === undefined ? null : messages.rules.types[proposed.type]
  const { field, line, isDoubled, isMissing } = row
  const refused = useContextOf(actor, 'refused')
  const { path } = field
  return (
    <>
      <Cell role="cell" $isNumeric={false}>
        <Label aria-hidden="true">{messages.columns.target}</Label>
        <InLine>
          <Path title={field.description}>{path}</Path>
          <Muted>{typesOf(field.types)}</Muted>
          {field.isRequired ? (
            <Star title={messages.required} data-missing={isMissing}>
              * <Unseen>{messages.required}</Unseen>
            </Star>
          ) : null}
          {isDoubled ? <Wrong>{messages.doubled}</Wrong> : null}
          {refused?.path === path ? <Wrong role="alert">{messages.refused[refused.why]}</Wrong> : null}
        </InLine>
      </Cell>
      <Cell role="cell" $isNumeric={false}>
        <Label aria-hidden="true">{messages.columns.source}</Label>
        <SourceCell {...props} />
      </Cell>
      <Cell role="cell" $isNumeric={false}>
        <Label aria-hidden="true">{messages.columns.rule}</Label>
        <InLine {...(proposal === null ? {} : { title: line === null ? messages.joinProposedWhy : messages.ruleProposedWhy })}>
          {proposal === null ? null : <Mark />}
          <Button kind="quiet" label={ruleLabel(ruleName, proposal, path)} onPress={onRule}>
            {proposal === null ? (ruleName ?? messages.ruleShort) : <Suggested>{proposal}</Suggested>}
          </Button>
        </InLine>
      </Cell>
      <Cell role="cell" $isNumeric={false}>
        <Label aria-hidden="true">{messages.columns.sample}</Label>
        <InLine>
          <SampleCell {...props} />
        </InLine>
      </Cell>
      <Cell role="cell" $isNumeric>
        <Label aria-hidden="true">{messages.columns.quality}</Label>
        <Value>
          {samples === null || samples.emptyRate === null ? null : (
            <Share data-whole={samples.emptyRate === 0}>{messages.filled(1 - samples.emptyRate)}</Share>
          )}
          {samples !== null && samples.misfits > 0 ? <Wrong>{messages.misfits(samples.misfits)}</Wrong> : null}
        </Value>
      </Cell>
      <Cell role="cell" $isNumeric={false}>
        <Label aria-hidden="true">{messages.columns.more}</Label>
        {line === null ? null : (
          <Tools>
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
          </Tools>
        )}
      </Cell>
    </>
  )
}

function ruleLabel(ruleName: string | null, proposal: string | null, path: string): string {
  if (proposal !== null) return messages.ruleProposed(proposal, path)
  return ruleName === null ? messages.rule(path) : messages.ruleNamed(ruleName, path)
}

function SourceCell(props: CellsProps) {
  const { actor, row, suggestion, ruleName, reads, proposed, formula, onRule, onFormula } = props
  const { field, line, isKnown } = row
  const picked = useContextOf(actor, 'picked')
  const isSuggested = useSelector(actor, (snapshot) => line !== null && selectIsSuggested(snapshot, line.id))
  const { path } = field
  const source = line === null ? '' : sourceOf(line)
  const isChoosing = picked?.side === 'target' && picked.path === path
  const from = line !== null && isCollected(line) ? 'array' : line?.sourceDataType
  const fit = from === undefined || ruleName !== null ? 'always' : fitOf([from], field.types)
  const offered = line === null && !isChoosing ? suggestion : undefined
  const joined = line === null && !isChoosing && proposed?.type === 'concatenate' ? proposed.sourcePaths.join(' + ') : null
  return (
    <div data-choice={path}>
      <InLine {...(offered === undefined && joined === null ? {} : { 'data-is-offer': '' })}>
        {isSuggested ? <Mark title={messages.fromSuggestion} /> : null}
        {formula !== null ? (
          <Button kind="quiet" onPress={onRule}>
            <Unseen>{messages.formula(path)}</Unseen> <Fx aria-hidden="true">{messages.fx}</Fx> <FormulaText text={formula} />
          </Button>
        ) : isKnown && reads === null ? (
          <Button
            kind="quiet"
            label={source === '' ? messages.choose(path) : messages.change(path, source)}
            isBlocked={isChoosing}
            onPress={() => actor.send({ type: 'user.picked', side: 'target', path })}
          >
            {source === '' ? messages.chooseShort : <Path>{source}</Path>}
          </Button>
        ) : (
          <Path>{reads ?? source}</Path>
        )}
        {from === undefined || fit === 'always' ? null : (
          <Wrong>{messages.fit[fit](messages.types[from], typesOf(field.types))}</Wrong>
        )}
        {offered === undefined ? null : (
          <Suggested title={offered.reasons.map(reasonText).join(' ')}>
            <Mark /> <Path>{offered.sourcePath}</Path>
            <Unseen>{messages.suggestion(offered.sourcePath, offered.reasons.map(reasonText).join(' '))}</Unseen>
          </Suggested>
        )}
        {joined === null ? null : (
          <Suggested title={messages.joinProposedWhy}>
            <Mark /> <Path>{joined}</Path>
          </Suggested>
        )}
      </InLine>
      {isChoosing ? <SourceChoice actor={actor} target={path} onFormula={onFormula} onLeave={() => focusChoice(path)} /> : null}
    </div>
  )
}

/** A real value before and after; where nothing is mapped yet, the way to take the suggestion. */
function SampleCell({ actor, row: { field, line }, samples, suggestion }: CellsProps) {
  const picked = useContextOf(actor, 'picked')
  if (samples !== null) return <FirstSample samples={samples} />
  const isChoosing = picked?.side === 'target' && picked.path === field.path
  if (suggestion === undefined || line !== null || isChoosing) return null
  return (
    <Button
      label={messages.accept(field.path, suggestion.sourcePath)}
      onPress={() => actor.send({ type: 'user.acceptedSuggestions', suggestions: [suggestion] })}
    >
      {messages.acceptShort}
    </Button>
  )
}

/** The box goes when something is chosen; the button beside it stays. */
function focusChoice(path: string) {
  document.querySelector<HTMLElement>(`[data-choice="${CSS.escape(path)}"] button`)?.focus()
}

function FirstSample({ samples: { samples, isPreviewed } }: { readonly samples: LineSamples }) {
  const sample = samples.find(({ outcome }) => outcome === 'misfit') ?? samples[0]
  if (sample === undefined) return <Muted>{messages.notPreviewed}</Muted>
  const isMade = isPreviewed && sample.outcome === 'made'
  return (
    <>
      <Example title={`${shown(sample.goesIn)} → ${isMade ? shown(sample.comesOut) : ''}`}>
        <Muted as="span">{shown(sample.goesIn)} →</Muted> {isMade ? shown(sample.comesOut) : null}
      </Example>
      {isPreviewed ? null : <Muted>{messages.notPreviewed}</Muted>}
      {sample.outcome === 'misfit' ? <Wrong>{sample.reason}</Wrong> : null}
      {isPreviewed && sample.outcome === 'unseen' ? <Muted>{messages.stopped}</Muted> : null}
      {sample.outcome === 'skipped' ? <Muted>{messages.skipped}</Muted> : null}
    </>
  )
}
