import { type ComponentType, Suspense } from 'react'
import styled from 'styled-components'
import type { RecentTransaction } from '#src/machines/studio/renderer/recent.machine.ts'
import type { RendererActor, RendererChoice } from '#src/machines/studio/renderer/renderer.machine.ts'
import { viewNames } from '#src/machines/studio/renderer/renderer.machine.ts'
import { samples } from '#src/machines/studio/renderer/samples.ts'
import { space } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { Spinner } from '../../kit/feedback/Spinner.tsx'
import { bytes } from '../../kit/format/sizes.ts'
import type { JsonViewProps } from '../../kit/json/JsonView.tsx'
import { Hint, Row } from '../../kit/layout/blocks.ts'
import { useContextOf } from '../../kit/use-snapshot.ts'
import type { PayloadRowsProps } from './PayloadRows.tsx'
import { rendererMessages as messages } from './renderer.messages.ts'

type PayloadPanelProps = {
  readonly actor: RendererActor
  /** The newest first. */
  readonly transactions: readonly RecentTransaction[]
  /** What draws JSON, and what draws its rows: each is loaded when it is first looked at. */
  readonly json: ComponentType<JsonViewProps>
  readonly rows: ComponentType<PayloadRowsProps>
}

/** The payload that was chosen, in the form that was chosen. */
export function PayloadPanel({ actor, transactions, json: Json, rows: Rows }: PayloadPanelProps) {
  const choice = useContextOf(actor, 'choice')
  const isForgotten = useContextOf(actor, 'isForgotten')
  const shown = shownOf(choice, transactions)
  return (
    <Panel>
      <Row role="group" aria-label={messages.views.label}>
        {viewNames.map((view) => (
          <Button key={view} isPressed={choice.view === view} onPress={() => actor.send({ type: 'user.choseView', view })}>
            {messages.views[view]}
          </Button>
        ))}
      </Row>
      {isForgotten && choice.source === 'custom' && choice.custom !== null ? (
        <Hint role="status">{messages.forgotten}</Hint>
      ) : null}
      {'title' in shown ? (
        <EmptyState title={shown.title}>{shown.more}</EmptyState>
      ) : (
        <Suspense fallback={<Spinner label={messages.loading} />}>
          {choice.view === 'json' ? (
            <Json label={messages.payload} text={shown.text} />
          ) : (
            <Rows key={shown.text} text={shown.text} form={choice.view} />
          )}
        </Suspense>
      )}
    </Panel>
  )
}

type Shown = { readonly text: string } | { readonly title: string; readonly more: string }

function shownOf({ source, transactionId, sample, custom }: RendererChoice, transactions: readonly RecentTransaction[]): Shown {
  if (source === 'sample') return { text: samples[sample] }
  if (source === 'custom') return custom === null ? { title: messages.noCustom, more: messages.noCustomMore } : { text: custom }
  if (source === 'recent' && transactionId === null) return { title: messages.unchosen, more: messages.unchosenMore }
  const chosen = source === 'latest' ? transactions[0] : transactions.find((it) => it.transactionId === transactionId)
  return chosen === undefined ? { title: messages.gone, more: messages.goneMore } : payloadOf(chosen)
}

function payloadOf({ payload }: RecentTransaction): Shown {
  if (payload.kind === 'there') return { text: payload.text }
  if (payload.kind === 'too-large') return { title: messages.tooLarge(bytes(payload.bytes)), more: messages.tooLargeMore }
  return payload.kind === 'none'
    ? { title: messages.nothing, more: messages.nothingMore }
    : { title: messages.leftOut, more: messages.leftOutMore }
}

const Panel = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[12]};
  min-width: 0;
`
