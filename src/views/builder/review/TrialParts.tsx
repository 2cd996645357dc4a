import styled from 'styled-components'

import type { DryRun } from '#contract/builder/dry-run.ts'
import { color, radius, space } from '#src/theme/theme.ts'
import { type PillLook, StatusPill } from '../../kit/feedback/StatusPill.tsx'
import { number } from '../../kit/format/numbers.ts'
import { Code, Failed, Listed, SideName, Sides } from '../../kit/layout/blocks.ts'
import { fieldName } from '../../kit/text/field-names.ts'
import { TextWithTimestamps } from '../../kit/text/TextWithTimestamps.tsx'
import { requestPreviewMessages } from '../systems/preview/request-preview.messages.ts'
import { reviewMessages as messages } from './review.messages.ts'

const { steps } = requestPreviewMessages

type TriedRecord = DryRun['records'][number]

const looks = { mapped: 'good', 'left-out': 'stopped', skipped: 'stopped', failed: 'bad' } as const satisfies Record<
  TriedRecord['outcome'],
  PillLook
>

const pretty = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value, null, 2))

/** One record as it was read and as it was mapped; or which field, value and rule it failed at. */
export function RecordView({ record, isOpen }: { readonly record: TriedRecord; readonly isOpen: boolean }) {
  const { key, record: read, output, outcome, problem } = record
  return (
    <Frame>
      <details open={isOpen}>
        <summary>
          {messages.recordOf(key)} <StatusPill look={looks[outcome]} word={messages.outcomes[outcome]} />
        </summary>
        {problem === null ? null : (
          <Failed>
            <p>
              <TextWithTimestamps text={problem.message} />
            </p>
            {problem.errors === undefined ? null : (
              <Listed>
                {problem.errors.map(({ path }) => (
                  <li key={path}>{fieldName(path)}</li>
                ))}
              </Listed>
            )}
          </Failed>
        )}
        <Sides>
          {read === null ? null : <Value title={messages.recordIn} text={pretty(read)} />}
          {output === undefined ? null : <Value title={messages.recordOut} text={pretty(output)} />}
        </Sides>
      </details>
    </Frame>
  )
}

type DeliveryProps = {
  readonly delivery: DryRun['deliveries'][number]
  /** Of a connector that has several: what people call it. */
  readonly destination?: string | null
  /** Counted from 1. */
  readonly number: number
  readonly isOpen: boolean
}

/** One request as a run would send it. */
export function DeliveryView({ delivery, destination = null, number: at, isOpen }: DeliveryProps) {
  const { method, to, headers, body, records, beside = [] } = delivery
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return (
    <Frame>
      <details open={isOpen}>
        <summary>
          {messages.deliveryOf(number(at), destination)} {messages.carries(records)}
        </summary>
        <Where>
          <strong>{method}</strong> <code>{to}</code>
        </Where>
        {lines.length === 0 ? null : (
          <details>
            <summary>{messages.headers}</summary>
            <Code>{lines.join('\n')}</Code>
          </details>
        )}
        <Code>{body}</Code>
        {beside.map((it) => (
          <div key={it.step}>
            <SideName>{steps[it.step]}</SideName>
            <Where>
              <strong>{it.method}</strong> <code>{it.to}</code>
            </Where>
            {it.body === '' ? null : <Code>{it.body}</Code>}
          </div>
        ))}
      </details>
    </Frame>
  )
}

function Value({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <div>
      <SideName>{title}</SideName>
      <Code>{text}</Code>
    </div>
  )
}

const Frame = styled.li`
  min-width: 0;
  padding: ${space[8]} ${space[12]};
  border: 1px solid ${color['border.subtle']};
  border-radius: ${radius.control};
  background: ${color['bg.surface']};

  & > details {
    display: grid;
    gap: ${space[8]};
    min-width: 0;
  }
`

const Where = styled.p`
  overflow-wrap: anywhere;
`
