import { useSelector } from '@xstate/react'
import { ListTree } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { listsToSplit } from '#contract/builder/sample-lines.ts'
import type { BuilderActor } from '#src/machines/builder/draft/builder.machine.ts'
import type { Draft } from '#src/machines/builder/draft/draft.ts'
import type { RecordsSampleActor } from '#src/machines/builder/records/records-sample.machine.ts'
import { liveSplitMachine } from '#src/services/builder/records.actors.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { Spinner } from '../../kit/feedback/Spinner.tsx'
import { RuleButton } from './RuleButton.tsx'
import { splitMessages as messages } from './records.messages.ts'

const SplitPanel = lazy(async () => ({ default: (await import('./SplitPanel.tsx')).SplitPanel }))

type SplitRuleMountProps = {
  readonly builder: BuilderActor
  readonly draft: Draft
  readonly sample: RecordsSampleActor
}

/** Whether each record is one line, or each item of a list in it. */
export function SplitRuleMount({ builder, draft, sample }: SplitRuleMountProps) {
  const actor = useMachine(() => liveSplitMachine(builder), [builder], undefined)
  const isOpen = useSelector(actor, (snapshot) => snapshot.matches('open'))
  const split = draft.config.records?.each ?? null
  const fields = draft.shapes.source?.fields ?? []
  const open = () => actor.send({ type: 'user.opened', split, proposed: listsToSplit(fields)[0] ?? '' })
  return (
    <>
      <RuleButton
        icon={ListTree}
        label={messages.per}
        value={split === null ? messages.record : messages.item(split.path)}
        isOpen={isOpen}
        onPress={() => (isOpen ? actor.send({ type: 'user.cancelled' }) : open())}
      />
      {isOpen ? (
        <Suspense fallback={<Spinner label={messages.opening} />}>
          <SplitPanel actor={actor} sample={sample} fields={fields} hasSplit={split !== null} />
        </Suspense>
      ) : null}
    </>
  )
}
