import styled from 'styled-components'

import type { InvestigatedRecord, InvestigatedRow } from '#contract/studio/investigation.ts'
import { color, space } from '#src/theme/theme.ts'
import { AfterwardsFact } from '../../connectors/runs/afterwards/AfterwardsFact.tsx'
import { transactionMessages } from '../../connectors/runs/transaction.messages.ts'
import { investigatorMessages } from './investigator.messages.ts'

const { columns, madeOf: messages } = investigatorMessages

type RecordEndsProps = {
  readonly transaction: Pick<
    InvestigatedRow,
    'sourceStartpoint' | 'destinationEndpoint' | 'destination' | 'remoteId' | 'afterwards'
  >
  /** Missing of a record of the source. */
  readonly madeOf?: InvestigatedRecord['madeOf']
}

/** Where a record was read and where it went, in full: rows cut both. */
export function RecordEnds({ transaction, madeOf }: RecordEndsProps) {
  const { sourceStartpoint, destinationEndpoint, destination, remoteId } = transaction
  return (
    <Addresses>
      <dt>{columns.source}</dt>
      <dd>{sourceStartpoint}</dd>
      {madeOf === undefined ? null : (
        <>
          <dt>{messages.label}</dt>
          <dd>{madeOf.kind === 'line' ? messages.line(madeOf) : messages.group(madeOf)}</dd>
        </>
      )}
      <dt>{columns.destination}</dt>
      <dd>{destination?.name == null ? destinationEndpoint : `${destination.name}: ${destinationEndpoint}`}</dd>
      {remoteId === undefined ? null : (
        <>
          <dt>{transactionMessages.facts.remoteId}</dt>
          <dd>
            <code>{remoteId}</code>
          </dd>
        </>
      )}
      <AfterwardsFact of={transaction} />
    </Addresses>
  )
}

const Addresses = styled.dl`
  display: grid;
  grid-template-columns: max-content minmax(0, 1fr);
  gap: 0 ${space[12]};
  overflow-wrap: anywhere;

  & > dt {
    color: ${color['text.muted']};
  }
`
