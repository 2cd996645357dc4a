import { useActorRef } from '@xstate/react'
import { lazy, useMemo, useRef } from 'react'
import { useSearchParams } from 'wouter'

import { inspect } from '../../inspection.ts'
import type { InvestigatorAsked } from '../../machines/investigator/investigator.machine.ts'
import {
  blankQuery,
  changed,
  type InvestigatorQuery,
  investigatorNames,
  placeOf,
  queryIn,
} from '../../machines/investigator/investigator-place.ts'
import { type RecordChoiceActor, recordChoiceMachine } from '../../machines/investigator/record-choice.machine.ts'
import type { RecordFileActor } from '../../machines/investigator/record-file.machine.ts'
import type { Access } from '../../services/http.ts'
import { FileButtons } from '../../views/investigator/FileButtons.tsx'
import { Investigator } from '../../views/investigator/Investigator.tsx'
import { PayloadFile } from '../../views/investigator/PayloadFile.tsx'
import { RecordCard } from '../../views/investigator/RecordCard.tsx'
import { RecordChoice } from '../../views/investigator/RecordChoice.tsx'
import { SearchForm } from '../../views/investigator/SearchForm.tsx'
import { WiderSearch } from '../../views/investigator/WiderSearch.tsx'
import { Button } from '../../views/parts/Button.tsx'
import { toast } from '../../views/parts/toast.ts'
import { liveInvestigatedMachine, liveInvestigatorMachine, liveRecordFileMachine } from '../../wiring/investigator.ts'
import { investigatorWords as words } from '../../words/investigator.ts'
import { usePlace } from '../use-place.ts'
import type { StudioTabProps } from './studio-tab.ts'

const Json = lazy(async () => ({ default: (await import('../../views/json/JsonView.tsx')).JsonView }))
const Difference = lazy(async () => ({ default: (await import('../../views/config-editor/TextDiff.tsx')).TextDiff }))

/** The transactions of the connector, searched and looked into. What is searched for stands in the address; each question is an actor of its own. */
export function InvestigatorTab({ access, details: { _id: connectorId, name }, range }: StudioTabProps) {
  const [params] = useSearchParams()
  const { move } = usePlace()
  const query = queryIn(Object.fromEntries(investigatorNames.map((it) => [it, params.get(it)])) as Parameters<typeof queryIn>[0])
  const onQuery = (change: Partial<InvestigatorQuery>) => move(placeOf(changed(query, change)))
  const { open: _, ...question } = query
  const asked = { connectorId, range, query: question }
  // A file that is being written is of what was asked for then: another page, order or filter does not end it.
  const latest = useRef(asked)
  latest.current = asked
  const files = useMemo(() => {
    const fileName = (format: string) => words.file.name(name.replace(/[^\p{L}\p{N}]+/gu, '-'), format)
    return liveRecordFileMachine(access, { asked: () => latest.current, nameOf: fileName })
  }, [access, name])
  const file = useActorRef(files, { inspect })
  const choice = useActorRef(recordChoiceMachine, { inspect })
  return (
    <>
      <SearchForm
        search={query.search}
        onSearch={(search) => onQuery({ search })}
        onReset={() => onQuery({ ...blankQuery, pageSize: query.pageSize })}
      />
      <Question key={JSON.stringify(asked)} {...{ access, asked, query, onQuery, file, choice }} />
    </>
  )
}

type QuestionProps = {
  readonly access: Access
  readonly asked: InvestigatorAsked
  readonly query: InvestigatorQuery
  readonly onQuery: (change: Partial<InvestigatorQuery>) => void
  readonly file: RecordFileActor
  readonly choice: RecordChoiceActor
}

function Question({ access, asked, query, onQuery, file, choice }: QuestionProps) {
  const { move } = usePlace()
  const machine = useMemo(() => liveInvestigatorMachine(access), [access])
  const actor = useActorRef(machine, { input: asked, inspect })
  return (
    <Investigator
      actor={actor}
      query={query}
      onQuery={onQuery}
      file={<FileButtons actor={file} choice={choice} />}
      wider={
        <WiderSearch range={asked.range} onPeriod={(period) => move({ period, from: null, to: null, page: null, open: null })} />
      }
      drawChoice={(row) => <RecordChoice actor={choice} row={row} />}
      drawCard={(transactionId, recordKey) => (
        <Card key={transactionId} {...{ access, asked, transactionId, recordKey }} onClose={() => onQuery({ open: null })} />
      )}
    />
  )
}

type CardProps = {
  readonly access: Access
  readonly asked: InvestigatorAsked
  readonly transactionId: string
  readonly recordKey: string
  readonly onClose: () => void
}

function Card({ access, asked, transactionId, recordKey, onClose }: CardProps) {
  const { connectorId } = asked
  const machine = useMemo(
    () => liveInvestigatedMachine(access, (isCopied) => toast(isCopied ? words.card.copied : words.card.notCopied)),
    [access],
  )
  const actor = useActorRef(machine, { input: { connectorId, transactionId }, inspect })
  // One line of the export, which is one JSON text.
  const files = useMemo(() => {
    const fileName = () => words.card.fileName(recordKey.replace(/[^\p{L}\p{N}.-]+/gu, '-').slice(0, 100))
    return liveRecordFileMachine(access, { asked: () => asked, nameOf: fileName, with: 'read' })
  }, [access, asked, recordKey])
  const file = useActorRef(files, { inspect })
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
            {words.card.replay}
          </Button>
          <Button onPress={onClose}>{words.card.close}</Button>
        </>
      }
    />
  )
}
