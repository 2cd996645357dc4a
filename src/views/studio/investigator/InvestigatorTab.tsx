import { lazy, useRef } from 'react'
import { useSearchParams } from 'wouter'
import { addressOf } from '#contract/connectors/config/address.ts'
import { destinationsOf } from '#contract/connectors/config/routes/routes.ts'
import { type RecordChoiceActor, recordChoiceMachine } from '#src/machines/connectors/runs/record-choice.machine.ts'
import type { RecordFileActor, Wanted } from '#src/machines/connectors/runs/record-file.machine.ts'
import type { InvestigatorRequest } from '#src/machines/studio/investigator/investigator.machine.ts'
import {
  blankQuery,
  changed,
  type InvestigatorQuery,
  investigatorNames,
  placeOf,
  queryIn,
} from '#src/machines/studio/investigator/investigator-place.ts'
import { liveRecordFileMachine } from '#src/services/connectors/runs/record-file.actors.ts'
import { fileOfFound, liveInvestigatedMachine, liveInvestigatorMachine } from '#src/services/studio/investigator.actors.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { DestinationSelect } from '../../connectors/runs/destinations/DestinationSelect.tsx'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { toast } from '../../kit/feedback/toast.ts'
import { Stack } from '../../kit/layout/blocks.ts'
import { usePlace } from '../../kit/use-place.ts'
import type { StudioTabProps } from '../studio-tab.ts'
import { FileButtons } from './FileButtons.tsx'
import { Investigator } from './Investigator.tsx'
import { investigatorMessages as messages } from './investigator.messages.ts'
import { PayloadFile } from './PayloadFile.tsx'
import { RecordCard } from './RecordCard.tsx'
import { RecordChoice } from './RecordChoice.tsx'
import { SearchForm } from './SearchForm.tsx'
import { WiderSearch } from './WiderSearch.tsx'

const Json = lazy(async () => ({ default: (await import('../../kit/json/JsonView.tsx')).JsonView }))
const Difference = lazy(async () => ({ default: (await import('../config-editor/TextDiff.tsx')).TextDiff }))

/** The transactions of the connector, searched and looked into. What is searched for stands in the address; each question is an actor of its own. */
export function InvestigatorTab({ details, range }: StudioTabProps) {
  const { _id: connectorId, name } = details
  const access = useAccess()
  const [params] = useSearchParams()
  const { move } = usePlace()
  const query = queryIn(Object.fromEntries(investigatorNames.map((it) => [it, params.get(it)])) as Parameters<typeof queryIn>[0])
  const onQuery = (change: Partial<InvestigatorQuery>) => move(placeOf(changed(query, change)))
  const { open: _, ...question } = query
  const asked = { connectorId, range, query: question }
  // A file that is being written is of what was asked for then: another page, order or filter does not end it.
  const latest = useRef(asked)
  latest.current = asked
  const file = useMachine(
    () => {
      const fileName = (format: string) => messages.file.name(name.replace(/[^\p{L}\p{N}]+/gu, '-'), format)
      return liveRecordFileMachine(access, { asked: () => fileOfFound(latest.current), nameOf: fileName })
    },
    [access, name],
    everything,
  )
  const choice = useMachine(() => recordChoiceMachine, [])
  return (
    <Stack>
      <SearchForm
        search={query.search}
        onSearch={(search) => onQuery({ search })}
        onReset={() => onQuery({ ...blankQuery, pageSize: query.pageSize })}
      />
      <Question key={JSON.stringify(asked)} {...{ details, asked, query, onQuery, file, choice }} />
    </Stack>
  )
}

type QuestionProps = Pick<StudioTabProps, 'details'> & {
  readonly asked: InvestigatorRequest
  readonly query: InvestigatorQuery
  readonly onQuery: (change: Partial<InvestigatorQuery>) => void
  readonly file: RecordFileActor
  readonly choice: RecordChoiceActor
}

function Question({ details, asked, query, onQuery, file, choice }: QuestionProps) {
  const access = useAccess()
  const { move } = usePlace()
  const actor = useMachine(() => liveInvestigatorMachine(access), [access], asked)
  return (
    <Investigator
      actor={actor}
      query={query}
      onQuery={onQuery}
      destinations={
        details.routes === undefined ? null : (
          <DestinationSelect
            destinations={destinationsIn(details)}
            value={query.destination}
            onChoose={(destination) => onQuery({ destination })}
          />
        )
      }
      file={<FileButtons actor={file} choice={choice} />}
      wider={
        <WiderSearch range={asked.range} onPeriod={(period) => move({ period, from: null, to: null, page: null, open: null })} />
      }
      drawChoice={(row) => <RecordChoice actor={choice} row={row} />}
      drawCard={(transactionId, recordKey) => <Card key={transactionId} {...{ asked, transactionId, recordKey }} />}
    />
  )
}

function destinationsIn({ destinationConfiguration: destination, dataMapping, routes }: StudioTabProps['details']) {
  const all = destinationsOf({ destination, dataMapping, ...(routes === undefined ? {} : { routes }) })
  return all.map(({ id, name, destination: side }) => ({ id, name, address: addressOf(side) ?? null }))
}

/** As long as no transaction is named. */
const everything: Wanted = { format: 'ndjson', transactionIds: [] }

type CardProps = {
  readonly asked: InvestigatorRequest
  readonly transactionId: string
  readonly recordKey: string
}

function Card({ asked, transactionId, recordKey }: CardProps) {
  const access = useAccess()
  const { connectorId } = asked
  const actor = useMachine(
    () => liveInvestigatedMachine(access, (isCopied) => toast(isCopied ? messages.card.copied : messages.card.notCopied)),
    [access],
    { connectorId, transactionId },
  )
  // One line of the export, which is one JSON text.
  const file = useMachine(
    () => {
      const fileName = () => messages.card.fileName(recordKey.replace(/[^\p{L}\p{N}.-]+/gu, '-').slice(0, 100))
      return liveRecordFileMachine(access, { asked: () => fileOfFound(asked), nameOf: fileName, with: 'read' })
    },
    [access, asked, recordKey],
    everything,
  )
  const { move } = usePlace()
  const studio = (place: Readonly<Record<string, string>>) => `/details/${connectorId}/studio?${new URLSearchParams(place)}`
  return (
    <RecordCard
      actor={actor}
      recordKey={recordKey}
      json={Json}
      difference={Difference}
      places={{
        // Another time may be looked at: it is searched for by its id in a whole year.
        ofTransaction: (id) => studio({ tab: 'investigator', period: '1y', q: id, open: id }),
        ofReplay: (id) => studio({ tab: 'replay', replay: id }),
      }}
      tools={
        <>
          <PayloadFile actor={file} transactionId={transactionId} recordKey={recordKey} />
          <Button onPress={() => move({ ...placeOf(blankQuery), tab: 'replay', transaction: transactionId, replay: null })}>
            {messages.card.replay}
          </Button>
        </>
      }
    />
  )
}
