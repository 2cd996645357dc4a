import { useSelector } from '@xstate/react'
import { ArrowLeft, ArrowRight, ListFilter, Settings, Trash2 } from 'lucide-react'
import { useContext } from 'react'
import styled from 'styled-components'
import { firstRoute } from '#contract/connectors/config/routes/routes.ts'
import type { BuilderActor } from '#src/machines/builder/draft/builder.machine.ts'
import type { Draft } from '#src/machines/builder/draft/draft.ts'
import { linedShapes } from '#src/machines/builder/records/lined.ts'
import type { RoutesActor } from '#src/machines/builder/routes/routes.machine.ts'
import type { RouteEntry } from '#src/machines/builder/routes/routes-form.ts'
import { liveFilterMachine } from '#src/services/builder/filter.actors.ts'
import { space } from '#src/theme/theme.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Field } from '../../kit/controls/Field.tsx'
import { Select } from '../../kit/controls/Select.tsx'
import { ActionMenu, MenuButton } from '../../kit/menu/ActionMenu.tsx'
import { conditionText } from '../records/condition-text.ts'
import { FilterPanel } from '../records/FilterPanel.tsx'
import { SampleGroups } from '../records/sample-groups.ts'
import { routesMessages as messages } from './routes.messages.ts'

type RouteRuleMountProps = {
  readonly actor: RoutesActor
  readonly builder: BuilderActor
  readonly draft: Draft
  readonly entry: RouteEntry
  /** Its place among the others, counted from 0; and whether it is the last of them. */
  readonly place: number
  readonly isLast: boolean
  readonly fields: readonly string[]
  readonly onSettings: () => void
  readonly onRemoved: () => void
}

type Rule = 'only' | 'rest' | 'all'

/** Which records go to a destination, and what can be done with it. */
export function RouteRuleMount({
  actor,
  builder,
  draft,
  entry,
  place,
  isLast,
  fields,
  onSettings,
  onRemoved,
}: RouteRuleMountProps) {
  const access = useAccess()
  const { id, name, only, isRest } = entry
  const isFirstFit = draft.config.routes?.fit === 'first'
  const filter = useMachine(
    () => liveFilterMachine(access, builder, (it) => actor.send({ type: 'user.ruled', id, rule: { only: it, isRest: false } })),
    [access, builder, actor, id],
    undefined,
  )
  const isOpen = useSelector(filter, (snapshot) => snapshot.matches('open'))
  const groups = useContext(SampleGroups)
  const open = () => {
    const examples = draft.config.records?.group === undefined ? (linedShapes(draft).source?.examples ?? []) : groups
    filter.send({ type: 'user.opened', filter: only, examples, canRead: false })
  }
  const rule: Rule = only !== null || isOpen ? 'only' : isRest || isFirstFit ? 'rest' : 'all'
  const { only: conditions, rest, all } = messages.rules
  const options: Partial<Record<Rule, string>> = { only: conditions, rest, ...(isFirstFit ? {} : { all }) }
  const said = only === null ? null : conditionText(only)
  const choose = (chosen: Rule) => {
    if (chosen === 'only') return open()
    filter.send({ type: 'user.cancelled' })
    actor.send({ type: 'user.ruled', id, rule: { only: null, isRest: chosen === 'rest' } })
  }
  return (
    <Frame role="group" aria-label={name}>
      <Line>
        <Field label={messages.name} value={name} onWrite={(text) => actor.send({ type: 'user.renamed', id, name: text })} />
        <Select label={messages.ruleOf} options={options as Record<Rule, string>} value={rule} onChoose={choose} />
        <Actions>
          {rule === 'only' && !isOpen ? (
            <Button onPress={open} {...(said === null ? {} : { label: messages.editOf(said) })}>
              <ListFilter aria-hidden="true" />
              <Said>{said ?? messages.edit}</Said>
            </Button>
          ) : null}
          <Button onPress={onSettings}>
            <Settings aria-hidden="true" />
            {messages.settings}
          </Button>
          {id === firstRoute ? null : (
            <ActionMenu label={messages.more}>
              <MenuButton isBlocked={place === 0} onPress={() => actor.send({ type: 'user.moved', id, by: -1 })}>
                <ArrowLeft aria-hidden="true" />
                {messages.moveFront}
              </MenuButton>
              <MenuButton isBlocked={isLast} onPress={() => actor.send({ type: 'user.moved', id, by: 1 })}>
                <ArrowRight aria-hidden="true" />
                {messages.moveBack}
              </MenuButton>
              <MenuButton
                isDanger
                onPress={() => {
                  actor.send({ type: 'user.removed', id })
                  onRemoved()
                }}
              >
                <Trash2 aria-hidden="true" />
                {messages.remove}
              </MenuButton>
            </ActionMenu>
          )}
        </Actions>
      </Line>
      {isOpen ? <FilterPanel actor={filter} fields={fields} hasFilter={only !== null} words={messages} /> : null}
    </Frame>
  )
}

const Frame = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[12]};
`

const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  gap: ${space[12]};

  & > :not(:last-child) {
    flex: 0 1 16rem;
    min-width: 10rem;
  }
`

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[8]};
`

const Said = styled.span`
  overflow: hidden;
  max-width: 22rem;
  text-overflow: ellipsis;
  white-space: nowrap;
`
