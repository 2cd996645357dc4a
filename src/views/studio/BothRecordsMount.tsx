import { useId } from 'react'
import styled from 'styled-components'

import type { RecordNoun } from '#contract/connectors/runs/record-noun.ts'
import type { ListActor } from '#src/machines/kit/list.machine.ts'
import { type BothRecords, comparedFields, recordStages } from '#src/machines/studio/both-records.ts'
import { bothRecordsMachine } from '#src/services/studio/both-records.actors.ts'
import { color, font, radius, space } from '#src/theme/theme.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { useMachine } from '../kit/actors/use-machine.ts'
import { SideSheet } from '../kit/feedback/SideSheet.tsx'
import { Hint } from '../kit/layout/blocks.ts'
import { ListFrame } from '../kit/layout/ListFrame.tsx'
import { RecordLabel } from '../kit/text/RecordLabel.tsx'
import { usePlace } from '../kit/use-place.ts'
import { studioMessages } from './studio.messages.ts'

const messages = studioMessages.both

type BothRecordsProps = { readonly connectorId: string; readonly noun: RecordNoun }

/** The sheet of two records that the address names: `both` is the refused record and its field, with a colon between. */
export function BothRecordsMount({ noun, ...of }: BothRecordsProps) {
  const { read, move } = usePlace()
  const both = read('both')
  const at = both?.indexOf(':') ?? -1
  if (both === null || at < 1) return null
  return (
    <Opened
      key={both}
      {...of}
      noun={noun}
      transactionId={both.slice(0, at)}
      field={both.slice(at + 1)}
      onClose={() => move({ both: null })}
    />
  )
}

type OpenedProps = BothRecordsProps & { readonly transactionId: string; readonly field: string; readonly onClose: () => void }

function Opened({ connectorId, noun, transactionId, field, onClose }: OpenedProps) {
  const access = useAccess()
  const actor = useMachine(() => bothRecordsMachine(access), [access], { query: { connectorId, transactionId, field } })
  return <BothRecordsSheet actor={actor} noun={noun} onClose={onClose} />
}

type SheetProps = { readonly actor: ListActor; readonly noun: RecordNoun; readonly onClose: () => void }

/** A refused record beside the delivered one with the same value: each stage field by field, with what differs marked. */
export function BothRecordsSheet({ actor, noun, onClose }: SheetProps) {
  return (
    <SideSheet title={messages.title(noun)} onClose={onClose}>
      <ListFrame<BothRecords> actor={actor} name={noun.other} isBare empty={null}>
        {({ items }) => items.map((both) => <Both key="both" both={both} noun={noun} />)}
      </ListFrame>
    </SideSheet>
  )
}

function Both({ both: { field, value, refused, other }, noun }: { readonly both: BothRecords; readonly noun: RecordNoun }) {
  return (
    <Stack>
      <p>{other === null ? messages.alone(noun, field, value) : messages.same(field, value)}</p>
      <Pair>
        <div>
          <Hint>{messages.refused}</Hint>
          <RecordLabel of={refused} />
        </div>
        {other === null ? null : (
          <div>
            <Hint>{messages.delivered}</Hint>
            <RecordLabel of={other} />
          </div>
        )}
      </Pair>
      {recordStages.map((stage) => (
        <Stage key={stage} title={messages.stages[stage]} mine={refused.stages[stage]} theirs={other?.stages[stage]} />
      ))}
    </Stack>
  )
}

type StageProps = { readonly title: string; readonly mine: unknown; readonly theirs: unknown }

function Stage({ title, mine, theirs }: StageProps) {
  const id = useId()
  const fields = comparedFields(mine, theirs)
  return (
    <section aria-labelledby={id}>
      <Title id={id}>{title}</Title>
      {fields.length === 0 ? <Hint>{messages.unknown}</Hint> : null}
      <Fields>
        {fields.map(({ path, isDifferent, ...values }) => (
          <Field key={path} data-different={isDifferent}>
            <dt>
              <code>{path === '' ? messages.whole : path}</code>
              {isDifferent ? <Differs>{messages.differs}</Differs> : null}
            </dt>
            <dd>{values.mine ?? messages.none}</dd>
            {theirs === undefined ? null : <dd>{values.theirs ?? messages.none}</dd>}
          </Field>
        ))}
      </Fields>
    </section>
  )
}

const Stack = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[16]};
`

const Pair = styled.div`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: ${space[12]};

  & > div {
    display: grid;
    min-width: 0;
    padding: 0 ${space[8]};
  }
`

const Title = styled.h3`
  padding-bottom: ${space[4]};
  border-bottom: 1px solid ${color['border.subtle']};
  font: ${font.strong};
`

const Fields = styled.dl`
  margin: 0;
`

const Field = styled.div`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: 0 ${space[12]};
  padding: ${space[4]} ${space[8]};
  border-radius: ${radius.control};
  overflow-wrap: anywhere;

  &[data-different='true'] {
    background: ${color['warning.subtle']};
  }

  & > dt {
    display: flex;
    grid-column: 1 / -1;
    justify-content: space-between;
    gap: ${space[8]};
    color: ${color['text.muted']};
    font: ${font.dense};
  }

  & > dd {
    margin: 0;
    white-space: pre-wrap;
  }
`

const Differs = styled.span`
  color: ${color['warning.text']};
`
