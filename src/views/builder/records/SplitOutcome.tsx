import { useSelector } from '@xstate/react'
import styled from 'styled-components'
import { lineMembers, linesOfSample, type SampleLines, sharedKeys } from '#contract/builder/sample-lines.ts'
import { isObject } from '#contract/connectors/config/json-members.ts'
import type { RecordSplit } from '#contract/connectors/config/records/record-split.ts'
import { recordNameOf } from '#contract/connectors/runs/record-name.ts'
import { type RecordsSampleActor, selectGoing } from '#src/machines/builder/records/records-sample.machine.ts'
import { faultOfSplit, type SplitForm, splitOfForm } from '#src/machines/builder/records/split.machine.ts'
import { color, font, space } from '#src/theme/theme.ts'
import { Spinner } from '../../kit/feedback/Spinner.tsx'
import { Hint } from '../../kit/layout/blocks.ts'
import { useContextOf, useIsBusy } from '../../kit/use-snapshot.ts'
import { Outcome } from './panel-frame.ts'
import { splitMessages as messages } from './records.messages.ts'

/** Lines of a record, and values of an item, that are shown. */
const linesShown = 6
const valuesShown = 3

type SplitOutcomeProps = { readonly sample: RecordsSampleActor; readonly form: SplitForm }

/** The lines that the sample records make. */
export function SplitOutcome({ sample, form }: SplitOutcomeProps) {
  const going = useSelector(sample, selectGoing, isSame)
  const examples = useContextOf(sample, 'examples')
  const isBusy = useIsBusy(sample)
  return (
    <Frame aria-label={messages.samples} aria-busy={isBusy}>
      {examples.length === 0 ? (
        <Hint>{messages.noSamples}</Hint>
      ) : isBusy ? (
        <Spinner label={messages.trying} />
      ) : faultOfSplit(form) !== null ? (
        <Hint>{messages.nothingYet}</Hint>
      ) : (
        <Lines
          records={going ?? examples.map((record, at) => ({ record, at }))}
          leftOut={going === null ? 0 : examples.length - going.length}
          split={splitOfForm(form)}
        />
      )}
    </Frame>
  )
}

type Going = NonNullable<ReturnType<typeof selectGoing>>
type LinesProps = { readonly records: Going; readonly leftOut: number; readonly split: RecordSplit }

function Lines({ records, leftOut, split }: LinesProps) {
  const parted = records.map(({ record, at }) => ({
    name: [String(at + 1), recordNameOf(record)].filter((it) => it !== null).join(' · '),
    ...linesOfSample(record, split),
  }))
  const count = parted.reduce((sum, { lines }) => sum + lines.length, 0)
  const hidden = split.keep === 'none' ? [] : lineMembers.filter((name) => records.some(({ record }) => hasOwn(record, name)))
  const shared = sharedKeys(
    records.map(({ record }) => record),
    split,
  )
  return (
    <>
      <h2 aria-live="polite">{messages.makes(records.length, count)}</h2>
      {leftOut === 0 ? null : <Hint>{messages.filtered(leftOut)}</Hint>}
      {shared === 0 || split.key === undefined ? null : <Warning>{messages.shared(split.key)(shared)}</Warning>}
      {hidden.map((name) => (
        <Warning key={name}>{messages.hidden(name)}</Warning>
      ))}
      <ul>
        {parted.map(({ name, outcome, lines }) => (
          <li key={name} data-outcome={outcome}>
            <b>{name}</b>
            <em>{messages.outcome(outcome, lines.length, split.path)}</em>
            {outcome === 'lines' ? <Items lines={lines} /> : null}
          </li>
        ))}
      </ul>
    </>
  )
}

function Items({ lines }: Pick<SampleLines, 'lines'>) {
  return (
    <ol>
      {lines.slice(0, linesShown).map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
        <li key={at}>{valuesOf((line as { readonly item: unknown }).item)}</li>
      ))}
      {lines.length > linesShown ? <li>{messages.moreLines(lines.length - linesShown)}</li> : null}
    </ol>
  )
}

const hasOwn = (record: unknown, name: string) => isObject(record) && Object.hasOwn(record, name)

/** The first plain values of an item. */
function valuesOf(item: unknown): string {
  if (!isObject(item)) return Array.isArray(item) ? messages.aList : String(item)
  const plain = Object.entries(item).filter(
    ([, value]) => value !== null && (typeof value !== 'object' || !('length' in value || isObject(value))),
  )
  return plain
    .slice(0, valuesShown)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(' · ')
}

const isSame = (one: Going | null, other: Going | null) =>
  one === other ||
  (one !== null && other !== null && one.length === other.length && one.every(({ record }, at) => record === other[at]?.record))

const Warning = styled.p`
  margin: 0;
  color: ${color['warning.text']};
  font: ${font.dense};
`

const Frame = styled(Outcome)`
  & > ul > li {
    display: grid;
    grid-template-columns: minmax(4rem, 1fr) auto;
    gap: 0 ${space[8]};
    padding: ${space[4]} 0;
    border-bottom: 1px solid ${color['border.subtle']};
    font: ${font.dense};
    overflow-wrap: anywhere;
  }

  & > ul > li > b {
    font-weight: 600;
  }

  & > ul > li > em {
    color: ${color['text.muted']};
    font-style: normal;
    text-align: right;
  }

  & > ul > li[data-outcome='empty'] > em {
    color: ${color['warning.text']};
  }

  & > ul > li[data-outcome='notList'] > em {
    color: ${color['danger.text']};
  }

  & ol {
    grid-column: 1 / -1;
    margin: 0;
    padding: 0 0 0 ${space[24]};
    color: ${color['text.muted']};
  }
`
