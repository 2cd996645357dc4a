import { useSelector } from '@xstate/react'
import { ListFilter } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { conditionsOf } from '#contract/connectors/config/records/conditions.ts'
import type { BuilderActor } from '#src/machines/builder/draft/builder.machine.ts'
import type { Draft } from '#src/machines/builder/draft/draft.ts'
import { liveFilterMachine } from '#src/services/builder/filter.actors.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { Spinner } from '../../kit/feedback/Spinner.tsx'
import { RuleButton } from './RuleButton.tsx'
import { recordsMessages as messages } from './records.messages.ts'

const FilterPanel = lazy(async () => ({ default: (await import('./FilterPanel.tsx')).FilterPanel }))

type FilterRuleMountProps = {
  readonly builder: BuilderActor
  readonly draft: Draft
  readonly fields: readonly string[]
}

/** Which records go on. */
export function FilterRuleMount({ builder, draft, fields }: FilterRuleMountProps) {
  const access = useAccess()
  const actor = useMachine(() => liveFilterMachine(access, builder), [access, builder], undefined)
  const isOpen = useSelector(actor, (snapshot) => snapshot.matches('open'))
  const filter = draft.config.records?.only ?? null
  const open = () => {
    const canRead = draft.config.trigger.type !== 'webhook'
    actor.send({ type: 'user.opened', filter, examples: draft.shapes.source?.examples ?? [], canRead })
  }
  return (
    <>
      <RuleButton
        icon={ListFilter}
        label={messages.records}
        value={filter === null ? messages.all : messages.only(conditionsOf(filter).length)}
        isOpen={isOpen}
        onPress={() => (isOpen ? actor.send({ type: 'user.cancelled' }) : open())}
      />
      {isOpen ? (
        <Suspense fallback={<Spinner label={messages.trying} />}>
          <FilterPanel actor={actor} fields={fields} hasFilter={filter !== null} />
        </Suspense>
      ) : null}
    </>
  )
}
