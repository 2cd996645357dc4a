import { useSelector } from '@xstate/react'
import type { ComponentProps } from 'react'

import type { BulkMoveActor } from '#src/machines/connectors/list/bulk-move.machine.ts'
import { selectPage } from '#src/machines/connectors/list/overview.machine.ts'
import { BulkPanel } from '../BulkPanel.tsx'
import { AllFound } from './AllFoundSection.tsx'
import { ConnectorJob } from './ConnectorJobSection.tsx'

type Props = ComponentProps<typeof AllFound> & { readonly actor: BulkMoveActor }

/** What can be done to the connectors that are chosen, and to all that the list finds; and how far that has come. */
export function Bulk({ actor, overview }: Props) {
  const hasJob = useSelector(overview, (snapshot) => selectPage(snapshot)?.summary.bulkJob === true)
  return (
    <>
      <BulkPanel actor={actor}>
        <AllFound overview={overview} />
      </BulkPanel>
      {hasJob ? <ConnectorJob /> : null}
    </>
  )
}
