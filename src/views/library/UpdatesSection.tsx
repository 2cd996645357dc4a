import { useSelector } from '@xstate/react'
import styled from 'styled-components'

import type { TemplateUpdate } from '#contract/library/template-updates.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { selectAction } from '../../machines/kit/confirmed-action.machine.ts'
import { selectStage } from '../../machines/kit/list.machine.ts'
import { templateUpdatesMachine, updateDecisionMachine } from '../../services/library/template-updates.actors.ts'
import { color, radius, space } from '../../theme/theme.ts'
import { useMachine } from '../kit/actors/use-machine.ts'
import { Button } from '../kit/controls/Button.tsx'
import { Disclosure } from '../kit/controls/Disclosure.tsx'
import { ConfirmedAction } from '../kit/feedback/ConfirmedAction.tsx'
import { toast } from '../kit/feedback/toast.ts'
import { Hint, Row } from '../kit/layout/blocks.ts'
import { ListFrame } from '../kit/layout/ListFrame.tsx'
import { SectionHeader } from '../kit/layout/SectionHeader.tsx'
import { updatesMessages as messages } from './updates.messages.ts'

/** New versions of what the company's connectors were started from: what would change in each, and the decision. Nothing is drawn where there are none. */
export function Updates() {
  const access = useAccess()
  const list = useMachine(() => templateUpdatesMachine(access), [access], { query: {} })
  const decision = useMachine(
    () =>
      updateDecisionMachine(access, ({ kind }) => {
        toast(kind === 'accept' ? messages.accepted : messages.kept)
        list.send({ type: 'user.refreshed' })
      }),
    [access, list],
  )
  const planned = useSelector(decision, selectAction)
  // There is mostly nothing: a place that is held for it and given up again would move the page.
  const isLoading = useSelector(list, selectStage) === 'loading'
  if (isLoading) return null
  const decide = (kind: 'accept' | 'keep', { id, revision, connectors }: TemplateUpdate) => {
    const choice = [revision, ...connectors.map((connector) => connector.id)].join(' ')
    decision.send({ type: 'user.planned', action: { kind, id, choice } })
  }
  return (
    <>
      <ListFrame<TemplateUpdate> actor={list} name={messages.name} empty={null} isBare>
        {({ items }) => (
          <section aria-label={messages.title}>
            <SectionHeader title={messages.title} note={String(items.length)} />
            {items.map((update) => (
              <Card key={update.id}>
                <p>
                  <b>{update.name}</b> · {messages.version(update.publisher, update.revision)}
                </p>
                {update.connectors.map((connector) => (
                  <Differences key={connector.id} connector={connector} />
                ))}
                <Row>
                  <Button kind="primary" onPress={() => decide('accept', update)}>
                    {messages.accept}
                  </Button>
                  <Button onPress={() => decide('keep', update)}>{messages.keep}</Button>
                </Row>
              </Card>
            ))}
          </section>
        )}
      </ListFrame>
      {planned === null ? null : (
        <ConfirmedAction
          actor={decision}
          title={planned.kind === 'accept' ? messages.acceptTitle : messages.keepTitle}
          confirm={planned.kind === 'accept' ? messages.accept : messages.keep}
        >
          <p>{planned.kind === 'accept' ? messages.acceptText : messages.keepText}</p>
        </ConfirmedAction>
      )}
    </>
  )
}

function Differences({ connector: { name, from, changes, kept } }: { readonly connector: TemplateUpdate['connectors'][number] }) {
  return (
    <Disclosure title={name} value={messages.changes(changes.length, from)}>
      <ul>
        {changes.map(({ path, before, after }) => (
          <li key={path}>
            <code>{path}</code> {messages.change(before ?? messages.absent, after ?? messages.absent)}
          </li>
        ))}
        {kept.map((path) => (
          <li key={path}>
            <code>{path}</code> <Hint as="span">{messages.stays}</Hint>
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}

const Card = styled.article`
  display: grid;
  gap: ${space[8]};
  padding: ${space[12]} ${space[16]};
  border: 1px solid ${color['border.default']};
  border-radius: ${radius.card};
  overflow-wrap: anywhere;
`
