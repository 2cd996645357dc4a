import { useSelector } from '@xstate/react'
import { useMemo } from 'react'

import type { ProblemGroup } from '#contract/connectors/problems/problem-group.ts'
import type { RecordNoun } from '#contract/connectors/runs/record-noun.ts'
import type { Transaction } from '#contract/connectors/runs/transaction.ts'
import { selectPage } from '#src/machines/kit/list.machine.ts'
import { evidenceMachine, liveAdviceMachine, problemRecordsMachine } from '#src/services/connectors/problems/causes.actors.ts'
import { savedRecordChoice } from '#src/services/connectors/runs/record-choice.actors.ts'
import { liveRecordFileMachine } from '#src/services/connectors/runs/record-file.actors.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { usePlace } from '../../kit/use-place.ts'
import { TransactionSheet } from '../runs/TransactionSheet.tsx'
import { AdviceStatus } from './AdviceStatus.tsx'
import { CauseEvidenceFacts, selectEvidence } from './CauseEvidence.tsx'
import { ProblemRecords } from './ProblemRecords.tsx'
import { problemGroupMessages as messages } from './problem-group.messages.ts'
import type { ProblemLinks } from './problem-links.ts'
import { countOf } from './problem-title.ts'

type CauseMountProps = {
  readonly connectorId: string
  readonly group: ProblemGroup
  /** The time that the group was told for. */
  readonly from: string
  readonly to: string
  readonly links: ProblemLinks
  /** What the records are called. */
  readonly noun: RecordNoun
  readonly isExplained: boolean
}

/** Evidence and newest records of one cause. */
export function CauseMount({ connectorId, group, from, to, links, noun, isExplained }: CauseMountProps) {
  const access = useAccess()
  const { read, move } = usePlace()
  const query = { connectorId, causeId: group.id, from, to }
  const evidence = useMachine(() => evidenceMachine(access), [access], { query })
  const records = useMachine(() => problemRecordsMachine(access), [access], { query })
  const file = useMachine(
    () => {
      const { id: problem, code, answerStatus } = group
      const cause = [code === '' ? 'unknown' : code.replaceAll('/', '-'), answerStatus ?? []].flat().join('-')
      const asked = { connectorId, query: { problem, startDate: from, endDate: to } }
      return liveRecordFileMachine(access, { asked: () => asked, nameOf: (format) => messages.file.name(cause, format) })
    },
    [access, connectorId, group, from, to],
    { format: 'csv', transactionIds: [] },
  )
  const saved = useMemo(() => savedRecordChoice(connectorId, group.id), [connectorId, group.id])
  const choice = useMachine(() => saved.machine, [saved], saved.input)
  const path = useSelector(evidence, (snapshot) => group.field ?? selectEvidence(snapshot)?.differences[0]?.path ?? null)
  const grouped = useSelector(evidence, (snapshot) => selectEvidence(snapshot)?.affected?.values?.path ?? null)
  const items = useSelector(records, selectPage<Transaction>)?.items ?? []
  const version = items[0]?.version
  const retryHref = links.retryGroup(group, { from, to })
  return (
    <>
      <CauseEvidenceFacts
        actor={evidence}
        group={group}
        mappingHref={links.mapping}
        isExplained={isExplained}
        drawAdvice={(field) =>
          version === undefined ? null : (
            <AdviceMount {...{ connectorId, field, version, retryHref }} count={countOf(group)} links={links} />
          )
        }
      />
      <ProblemRecords
        actor={records}
        choice={choice}
        file={file}
        path={path}
        grouped={grouped === path ? null : grouped}
        noun={noun}
        expected={group.openRecords > 0 ? group.openRecords : group.records}
        onOpen={(open) => move({ open })}
        allHref={links.records(group, { from, to })}
        retryHref={links.retryChosen}
        editHref={links.edit}
      />
      <TransactionSheet items={items} openId={read('open')} onOpen={(open) => move({ open })} />
    </>
  )
}

type AdviceMountProps = Pick<CauseMountProps, 'connectorId' | 'links'> & {
  readonly field: string
  readonly version: number
  readonly retryHref: string
  readonly count: string
}

/** How far the advice about a field was followed since the newest record failed. */
function AdviceMount({ connectorId, field, version, links, retryHref, count }: AdviceMountProps) {
  const access = useAccess()
  const actor = useMachine(() => liveAdviceMachine(access), [access], { connectorId, path: field, version })
  return (
    <AdviceStatus
      actor={actor}
      mappingHref={links.mapping(field)}
      reviewHref={links.config}
      retryHref={retryHref}
      count={count}
    />
  )
}
