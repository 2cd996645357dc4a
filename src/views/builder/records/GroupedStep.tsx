import type { ReactNode } from 'react'
import type { RecordGroup } from '#contract/connectors/config/records/record-group.ts'
import type { BuilderActor } from '#src/machines/builder/draft/builder.machine.ts'
import type { Draft } from '#src/machines/builder/draft/draft.ts'
import { liveGroupSampleMachine } from '#src/services/builder/group.actors.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { Spinner } from '../../kit/feedback/Spinner.tsx'
import { useContextOf, useIsBusy } from '../../kit/use-snapshot.ts'
import { groupMessages as messages } from './group.messages.ts'
import { SampleGroups } from './sample-groups.ts'

type GroupedStepProps = {
  readonly builder: BuilderActor
  readonly draft: Draft
  readonly group: RecordGroup
  readonly children: ReactNode
}

/** Shows what is mapped once the groups of the sample records are known. */
export function GroupedStep({ builder, draft, group, children }: GroupedStepProps) {
  const access = useAccess()
  const actor = useMachine(() => liveGroupSampleMachine(access, builder), [access, builder], {
    ...{ group, examples: draft.shapes.source?.examples ?? [] },
  })
  const groups = useContextOf(actor, 'groups')
  const isBusy = useIsBusy(actor)
  return isBusy ? <Spinner label={messages.trying} /> : <SampleGroups value={groups}>{children}</SampleGroups>
}
