import { useState } from 'react'
import styled from 'styled-components'
import { addressOf } from '#src/services/kit/address/base.ts'
import { type ApiField, type ApiOperation, curlOf, typeScriptOf } from '../../../machines/help/api-operations.ts'
import { color, font, space } from '../../../theme/theme.ts'
import { Disclosure } from '../../kit/controls/Disclosure.tsx'
import { Hint, Stack } from '../../kit/layout/blocks.ts'
import { Chip } from '../../kit/text/Chip.ts'
import { CodeRegion } from '../../kit/text/CodeRegion.tsx'
import { apiMessages as messages } from './api.messages.ts'

/** One call: what it needs, what it takes and gives, and how it is made. Its details are drawn when it is opened. */
export function Operation({ operation }: { readonly operation: ApiOperation }) {
  const [isOpen, open] = useState(false)
  const { method, path, summary } = operation
  return (
    <Disclosure
      title={
        <>
          <Chip>{method}</Chip> <Path>{path}</Path>
        </>
      }
      value={summary}
      isOpen={isOpen}
      onTurn={open}
    >
      {isOpen ? <Details operation={operation} /> : null}
    </Disclosure>
  )
}

function Details({ operation }: { readonly operation: ApiOperation }) {
  const { scope, parameters, body, reply, status } = operation
  const origin = addressOf('/').href.replace(/\/$/, '')
  return (
    <Stack>
      <p>{messages.permission(scope)}</p>
      <Fields title={messages.parameters} fields={parameters} />
      <Fields title={messages.body} fields={body} />
      <Fields title={messages.reply(status)} fields={reply} />
      <div>
        <h4>{messages.curl}</h4>
        <CodeRegion label={`${messages.curl} ${operation.id}`} text={curlOf(operation, origin)} />
      </div>
      <div>
        <h4>{messages.typeScript}</h4>
        <CodeRegion label={`${messages.typeScript} ${operation.id}`} text={typeScriptOf(operation, origin)} />
      </div>
      <div>
        <h4>{messages.errors}</h4>
        <Hint>{messages.errorsText}</Hint>
      </div>
    </Stack>
  )
}

function Fields({ title, fields }: { readonly title: string; readonly fields: readonly ApiField[] }) {
  if (fields.length === 0) return null
  return (
    <div>
      <h4>{title}</h4>
      <Scrolled tabIndex={0} role="region" aria-label={title}>
        <Table>
          <thead>
            <tr>
              <th scope="col">{messages.columns.name}</th>
              <th scope="col">{messages.columns.type}</th>
              <th scope="col">{messages.columns.required}</th>
            </tr>
          </thead>
          <tbody>
            {fields.map(({ name, type, isRequired }) => (
              <tr key={name}>
                <td>
                  <code>{name}</code>
                </td>
                <td>{type}</td>
                <td>{isRequired ? messages.yes : messages.no}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      </Scrolled>
    </div>
  )
}

const Path = styled.code`
  overflow-wrap: anywhere;
`

const Scrolled = styled.div`
  max-height: 20rem;
  overflow: auto;
`

const Table = styled.table`
  width: 100%;
  border-collapse: collapse;
  font: ${font.dense};

  & th,
  & td {
    padding: ${space[4]} ${space[8]};
    border-bottom: 1px solid ${color['border.subtle']};
    text-align: left;
    vertical-align: top;
  }
`
