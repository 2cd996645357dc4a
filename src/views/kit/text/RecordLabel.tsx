import styled from 'styled-components'

import { color, font, space } from '#src/theme/theme.ts'

/** A record as lists have it. */
export type NamedRecord = {
  readonly recordKey: string
  readonly transactionId: string | null
  /** What people call it; null where it has nothing of the kind. */
  readonly recordName?: string | null | undefined
}

/** The last digits of a transaction are the place of its record in the run: a key that is this place names nothing. */
const isPlace = ({ recordKey, transactionId }: NamedRecord) =>
  transactionId !== null && /^\d+$/.test(recordKey) && Number(recordKey) === Number.parseInt(transactionId.slice(-8), 16)

/** A record without a name whose key is only its place in the run. */
const noKey = 'No key'

/** The record in one line of text; never a place in a list. */
export function recordLabel(record: NamedRecord): string {
  const { recordName, recordKey } = record
  if (recordName == null) return isPlace(record) ? noKey : recordKey
  if (recordName === recordKey) return recordKey
  return isPlace(record) ? recordName : `${recordName} ${recordKey}`
}

/** What people call the record, and its key beside it. */
export function RecordLabel({ of }: { readonly of: NamedRecord }) {
  const { recordName, recordKey } = of
  if (recordName == null && isPlace(of)) return <Unnamed>{noKey}</Unnamed>
  if (recordName == null || recordName === recordKey) return <code>{recordKey}</code>
  return (
    <Label title={recordLabel(of)}>
      <b>{recordName}</b>
      {isPlace(of) ? null : <code>{recordKey}</code>}
    </Label>
  )
}

const Unnamed = styled.span`
  color: ${color['text.muted']};
`

const Label = styled.span`
  min-width: 0;
  overflow: hidden;
  text-overflow: ellipsis;

  & > b {
    font: ${font.strong};
  }

  & > code {
    margin-left: ${space[8]};
    color: ${color['text.muted']};
  }
`
