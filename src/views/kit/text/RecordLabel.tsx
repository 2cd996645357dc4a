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

/** The record in one line of text. */
export function recordLabel(record: NamedRecord): string {
  const { recordName, recordKey } = record
  if (recordName == null || recordName === recordKey) return recordKey
  return isPlace(record) ? recordName : `${recordName} ${recordKey}`
}

/** What people call the record, and its key beside it. */
export function RecordLabel({ of }: { readonly of: NamedRecord }) {
  const { recordName, recordKey } = of
  if (recordName == null || recordName === recordKey) return <code>{recordKey}</code>
  return (
    <Label title={recordLabel(of)}>
      <b>{recordName}</b>
      {isPlace(of) ? null : <code>{recordKey}</code>}
    </Label>
  )
}

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
