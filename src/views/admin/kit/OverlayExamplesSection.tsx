import { useSelector } from '@xstate/react'
import { useState } from 'react'

import { selectHidden } from '#src/machines/kit/table/column-choice.machine.ts'
import { exampleAction, exampleCode, exampleSection, exampleStepUp } from '#src/services/admin/kit-examples.actors.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Disclosure } from '../../kit/controls/Disclosure.tsx'
import { Field } from '../../kit/controls/Field.tsx'
import { NumberedPager } from '../../kit/controls/NumberedPager.tsx'
import { Segmented } from '../../kit/controls/Segmented.tsx'
import { ConfirmedAction } from '../../kit/feedback/ConfirmedAction.tsx'
import { OneTimeCode } from '../../kit/feedback/OneTimeCode.tsx'
import { SideSheet } from '../../kit/feedback/SideSheet.tsx'
import { StepUpDialog } from '../../kit/feedback/StepUpDialog.tsx'
import { Row } from '../../kit/layout/blocks.ts'
import { SaveBar } from '../../kit/layout/SaveBar.tsx'
import { SectionNav } from '../../kit/layout/SectionNav.tsx'
import { StickyFooter } from '../../kit/layout/StickyFooter.tsx'
import { ColumnTools } from '../../kit/table/ColumnTools.tsx'
import { useColumns } from '../../kit/table/use-columns.ts'
import { KeyValue } from '../../kit/text/KeyValue.tsx'
import { MarkedSpaces } from '../../kit/text/MarkedSpaces.tsx'
import { useContextOf } from '../../kit/use-snapshot.ts'
import { Example } from './Example.tsx'
import { kitMessages } from './kit.messages.ts'

const messages = kitMessages.overlays
const section = exampleSection({ name: kitMessages.company })
const codeInput = { subject: 'kit', isSent: true, lifetime: 600_000, until: new Date(Date.now() + 600_000).toISOString() }
const columns = Object.entries(kitMessages.run).map(([id, title]) => ({ id, title, text: () => title }))
const facts = kitMessages.facts.map(([key = '', value = '']) => [key, value] as const)

/** What opens over or beside a page, and what stands at its edges. */
export function OverlayExamplesSection() {
  return (
    <>
      <Example title={messages.dialogs}>
        <Dialogs />
      </Example>
      <Example title={messages.code}>
        <Code />
      </Example>
      <Example title={messages.edges}>
        <Edges />
      </Example>
    </>
  )
}

function Dialogs() {
  const action = useMachine(() => exampleAction, [])
  const isPlanned = useSelector(action, (snapshot) => !snapshot.matches('idle'))
  const [isStepUp, openStepUp] = useState(false)
  const [isSheet, openSheet] = useState(false)
  return (
    <Row>
      <Button onPress={() => action.send({ type: 'user.planned', action: { kind: 'kit', id: 'kit' } })}>
        {messages.confirm}
      </Button>
      <Button onPress={() => openStepUp(true)}>{messages.stepUp}</Button>
      <Button onPress={() => openSheet(true)}>{messages.sheet}</Button>
      {isPlanned ? (
        <ConfirmedAction actor={action} title={messages.question} confirm={kitMessages.danger} isDangerous>
          <p>{messages.effect}</p>
        </ConfirmedAction>
      ) : null}
      {isStepUp ? <StepUp onEnd={() => openStepUp(false)} /> : null}
      {isSheet ? (
        <SideSheet title={messages.record} onClose={() => openSheet(false)} onNext={() => {}}>
          <KeyValue of={facts} />
        </SideSheet>
      ) : null}
    </Row>
  )
}

function StepUp({ onEnd }: { readonly onEnd: () => void }) {
  const actor = useMachine(() => exampleStepUp.provide({ actions: {} }), [], { request: null })
  const isDone = useSelector(actor, ({ status }) => status === 'done')
  return (
    <>
      <StepUpDialog actor={actor} title={messages.stepUp} confirm={kitMessages.danger} isDangerous />
      {isDone ? <Button onPress={onEnd}>{messages.again}</Button> : null}
    </>
  )
}

function Code() {
  const [isAsked, ask] = useState(false)
  return isAsked ? (
    <CodePrompt />
  ) : (
    <Row>
      <Button onPress={() => ask(true)}>{messages.askCode}</Button>
    </Row>
  )
}

function CodePrompt() {
  const actor = useMachine(() => exampleCode, [], codeInput)
  return <OneTimeCode actor={actor} hint={messages.codeHint} />
}

function Edges() {
  const actor = useMachine(() => section, [], { kept: null })
  const changes = useContextOf(actor, 'changes')
  const choice = useColumns<string, (typeof columns)[number]>('kit', columns)
  const shown = useSelector(choice.actor, selectHidden)
  const [view, choose] = useState<keyof typeof messages.views>('table')
  const [page, turn] = useState(1)
  const name = typeof changes['name'] === 'string' ? changes['name'] : kitMessages.company
  return (
    <>
      <Row>
        <Segmented label={messages.view} options={messages.views} value={view} onChoose={choose} />
        <ColumnTools columns={choice} onSave={() => choice.save([''])} />
        <span>{messages.hidden(shown.length)}</span>
        <MarkedSpaces text={messages.phone} />
      </Row>
      <Disclosure title={messages.advanced} value={messages.advancedValue}>
        <KeyValue of={facts} />
      </Disclosure>
      <SectionNav label={messages.sections} sections={messages.places} current="first" />
      <NumberedPager name={messages.runs} page={page} pageSize={10} total={95} onPage={turn} />
      <Field
        label={kitMessages.readOnly}
        value={name}
        onWrite={(it) => actor.send({ type: 'user.changed', change: { name: it } })}
      />
      <StickyFooter>
        <SaveBar actor={actor} nameChange={() => kitMessages.readOnly} saved={messages.saved} />
      </StickyFooter>
    </>
  )
}
