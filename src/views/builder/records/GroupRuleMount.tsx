import { useSelector } from '@xstate/react'
import { Sigma } from 'lucide-react'
import { lazy, Suspense, useMemo } from 'react'
import { ungroupableBecause } from '#contract/connectors/config/records/grouping.ts'
import type { BuilderActor } from '#src/machines/builder/draft/builder.machine.ts'
import type { Draft } from '#src/machines/builder/draft/draft.ts'
import { ungroupedFields } from '#src/machines/builder/records/lined.ts'
import { liveGroupMachine } from '#src/services/builder/group.actors.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { Spinner } from '../../kit/feedback/Spinner.tsx'
import { groupMessages as messages } from './group.messages.ts'
import { RuleButton } from './RuleButton.tsx'

const GroupPanel = lazy(async () => ({ default: (await import('./GroupPanel.tsx')).GroupPanel }))

type GroupRuleMountProps = {
  readonly builder: BuilderActor
  readonly draft: Draft
}

/** Whether each record is sent by itself, or one for each group. */
export function GroupRuleMount({ builder, draft }: GroupRuleMountProps) {
  const access = useAccess()
  const actor = useMachine(() => liveGroupMachine(access, builder), [access, builder], undefined)
  const isOpen = useSelector(actor, (snapshot) => !snapshot.matches('closed'))
  const { config, shapes } = draft
  const group = config.records?.group ?? null
  const fields = useMemo(
    () =>
      ungroupedFields(draft)
        .map(({ path }) => path)
        .filter((it) => !it.includes('[*]')),
    [draft],
  )
  const open = () => {
    const examples = shapes.source?.examples ?? []
    actor.send({ type: 'user.opened', group, examples, because: ungroupableBecause(config) })
  }
  return (
    <>
      <RuleButton
        icon={Sigma}
        label={messages.rule}
        value={group === null ? messages.none : messages.of(group.by)}
        isOpen={isOpen}
        onPress={() => (isOpen ? actor.send({ type: 'user.cancelled' }) : open())}
      />
      {isOpen ? (
        <Suspense fallback={<Spinner label={messages.opening} />}>
          <GroupPanel actor={actor} fields={fields} hasGroup={group !== null} mapped={mappedPaths(config)} />
        </Suspense>
      ) : null}
    </>
  )
}

/** What lines without a transform read. */
const mappedPaths = ({ dataMapping }: Draft['config']): readonly string[] =>
  dataMapping.flatMap(({ sourcePath, source, rule, ruleId }) =>
    rule === undefined && ruleId === undefined && (sourcePath || source) !== '' ? [sourcePath || source] : [],
  )
