import { useSelector } from '@xstate/react'

import type { Auth } from '#contract/connectors/config/config.ts'
import type { ShapeField } from '#contract/connectors/config/shape.ts'
import type { OpenApiActor } from '#src/machines/builder/systems/open-api.machine.ts'
import {
  selectAddress,
  selectBase,
  selectBusy,
  selectCanFetch,
  selectFault,
  selectOpenApi,
  selectOperation,
  selectProblem,
  selectText,
} from '#src/machines/builder/systems/open-api.machine.ts'
import type { DescribedList } from '#src/machines/builder/systems/openapi-list.ts'
import type { SideChange, SideName } from '#src/machines/builder/systems/side-config.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Field } from '../../kit/controls/Field.tsx'
import { TextArea } from '../../kit/controls/TextArea.tsx'
import { Dialog } from '../../kit/feedback/Dialog.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { Hint, Row, Stack } from '../../kit/layout/blocks.ts'
import { ChosenOperation } from './ChosenOperation.tsx'
import { Tight } from './form-parts.tsx'
import { OperationList } from './OperationList.tsx'
import { sideImportMessages as messages } from './side-imports.messages.ts'

type OpenApiDialogProps = {
  readonly side: SideName
  readonly auth: Auth | undefined
  readonly actor: OpenApiActor
  readonly onUse: (change: SideChange, fields: readonly ShapeField[], list: DescribedList | null) => void
  readonly onLeave: () => void
}

/** A document that is pasted, chosen or fetched; one of its operations fills the form. */
export function OpenApiDialog({ side, auth, actor, onUse, onLeave }: OpenApiDialogProps) {
  const document = useSelector(actor, selectOpenApi)
  const operation = useSelector(actor, selectOperation)
  const base = useSelector(actor, selectBase)
  const leave = () => {
    actor.send({ type: 'user.left' })
    onLeave()
  }
  const use: OpenApiDialogProps['onUse'] = (change, fields, list) => {
    actor.send({ type: 'user.used' })
    onUse(change, fields, list)
  }
  return (
    <Dialog title={messages.openApiTitle} onLeave={leave}>
      {document !== null && operation !== null ? (
        <ChosenOperation
          document={document}
          operation={operation}
          choosing={{ side, auth, base }}
          onUse={use}
          onAnother={() => actor.send({ type: 'user.choseAnother' })}
        />
      ) : (
        <>
          <DocumentForm actor={actor} />
          {document === null ? null : <OperationList actor={actor} document={document} />}
        </>
      )}
      <Row>
        <Button onPress={leave}>{messages.cancel}</Button>
      </Row>
    </Dialog>
  )
}

const doing = { opening: messages.opening, fetching: messages.fetching, reading: messages.reading } as const

/** Where the document comes from, and what is wrong with it. */
function DocumentForm({ actor }: { readonly actor: OpenApiActor }) {
  const text = useSelector(actor, selectText)
  const address = useSelector(actor, selectAddress)
  const busy = useSelector(actor, selectBusy)
  const canFetch = useSelector(actor, selectCanFetch)
  const problem = useSelector(actor, selectProblem)
  const fault = useSelector(actor, selectFault)
  return (
    <>
      <Hint>{messages.openApiHint}</Hint>
      <Tight>
        <label>
          <strong>{messages.file}</strong>{' '}
          <input
            type="file"
            accept=".json,.yaml,.yml,application/json,application/yaml"
            onChange={({ target }) => {
              const [file] = target.files ?? []
              if (file !== undefined) actor.send({ type: 'user.choseFile', file })
              // The same file, changed meanwhile, may be chosen again.
              target.value = ''
            }}
          />
        </label>
      </Tight>
      <TextArea label={messages.orPaste} value={text} isCode onWrite={(it) => actor.send({ type: 'user.wrote', text: it })} />
      <Stack>
        <Field
          label={messages.orUrl}
          value={address}
          type="url"
          spellCheck={false}
          onWrite={(it) => actor.send({ type: 'user.wroteAddress', address: it })}
        />
        <Row>
          <Button isBlocked={!canFetch} onPress={() => actor.send({ type: 'user.fetched' })}>
            {messages.fetch}
          </Button>
          {busy === null ? null : <Button onPress={() => actor.send({ type: 'user.stopped' })}>{messages.stop}</Button>}
        </Row>
      </Stack>
      {problem === null ? null : <ProblemAlert problem={problem} />}
      <p role="status">
        {busy !== null ? doing[busy] : fault === null ? null : messages.openApiFaults[fault.fault]}
        {busy === null && fault?.reason ? <code> {fault.reason}</code> : null}
      </p>
    </>
  )
}
