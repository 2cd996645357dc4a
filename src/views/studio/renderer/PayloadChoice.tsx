import styled from 'styled-components'
import type { RecentTransaction } from '#src/machines/studio/renderer/recent.machine.ts'
import type { RendererActor } from '#src/machines/studio/renderer/renderer.machine.ts'
import { space } from '#src/theme/theme.ts'
import { transactionMessages } from '../../connectors/runs/transaction.messages.ts'
import { Select } from '../../kit/controls/Select.tsx'
import { moment } from '../../kit/format/times.ts'
import { recordLabel } from '../../kit/text/RecordLabel.tsx'
import { useContextOf } from '../../kit/use-snapshot.ts'
import { rendererMessages as messages } from './renderer.messages.ts'

type PayloadChoiceProps = { readonly actor: RendererActor; readonly transactions: readonly RecentTransaction[] }

/** Where the payload comes from, and which one of there. */
export function PayloadChoice({ actor, transactions }: PayloadChoiceProps) {
  const { source, transactionId, sample } = useContextOf(actor, 'choice')
  return (
    <Tools>
      <Select
        label={messages.source}
        options={messages.sources}
        value={source}
        onChoose={(it) => actor.send({ type: 'user.choseSource', source: it })}
      />
      {source === 'recent' ? (
        <Select
          label={messages.transaction}
          options={{ '': messages.noTransaction, ...namesOf(transactions) }}
          value={transactions.some((it) => it.transactionId === transactionId) ? (transactionId ?? '') : ''}
          onChoose={(it) => {
            if (it !== '') actor.send({ type: 'user.choseTransaction', transactionId: it })
          }}
        />
      ) : null}
      {source === 'sample' ? (
        <Select
          label={messages.sample}
          options={messages.samples}
          value={sample}
          onChoose={(it) => actor.send({ type: 'user.choseSample', sample: it })}
        />
      ) : null}
    </Tools>
  )
}

/** Id → what a person knows it by. */
function namesOf(transactions: readonly RecentTransaction[]): Readonly<Record<string, string>> {
  const now = new Date()
  return Object.fromEntries(
    transactions.map(({ transactionId, recordKey, recordName, status, startDate, endDate }) => [
      transactionId,
      messages.oneOf(
        recordLabel({ transactionId, recordKey, recordName }),
        transactionMessages.status[status],
        moment(new Date(endDate ?? startDate), now),
      ),
    ]),
  )
}

const Tools = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  gap: ${space[12]};
  min-width: 0;
`
