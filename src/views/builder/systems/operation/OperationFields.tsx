import { X } from 'lucide-react'
import styled from 'styled-components'

import type { DestinationConfig } from '#contract/connectors/config/config.ts'
import {
  type OperationKind,
  type OperationParameter,
  operationKinds,
  operationLimits,
} from '#contract/connectors/config/operations/operation.ts'
import { namesItem } from '#contract/connectors/config/operations/record-urls.ts'
import type { Draft } from '#src/machines/builder/draft/draft.ts'
import { hasAround } from '#src/machines/builder/systems/around.ts'
import { firstFind } from '#src/machines/builder/systems/find.ts'
import {
  exampleOf,
  methodsFor,
  operationOf,
  type UrlField,
  urlFields,
  withKind,
  withNewParameter,
  withOperation,
  withoutParameter,
  withParameter,
  withQueryValues,
  withUrl,
} from '#src/machines/builder/systems/operation.ts'
import { changedSide } from '#src/machines/builder/systems/side-config.ts'
import { color, font, radius, space } from '#src/theme/theme.ts'
import { CompletingBox } from '../../../kit/completion/CompletingBox.tsx'
import { Button } from '../../../kit/controls/Button.tsx'
import { Field } from '../../../kit/controls/Field.tsx'
import { Select } from '../../../kit/controls/Select.tsx'
import { number } from '../../../kit/format/numbers.ts'
import { Hint, Row } from '../../../kit/layout/blocks.ts'
import { Fold, Pair, RowFrame, Tick } from '../form-parts.tsx'
import type { RequestParts } from '../SideForm.tsx'
import { sideMessages } from '../side.messages.ts'
import { AfterwardsFields } from './AfterwardsFields.tsx'
import { AroundFields } from './AroundFields.tsx'
import { BodyFormatFields, BodyParts } from './BodyFields.tsx'
import { FindFields } from './FindFields.tsx'
import { OptionList } from './OptionList.tsx'
import { offeredInUrl } from './offered.ts'
import { operationMessages as messages } from './operation.messages.ts'
import { OwnResponseFields, RemoteIdField, ResponseSelect } from './ResponseFields.tsx'

type Known = Pick<Draft, 'config' | 'shapes'>
type Change = (config: DestinationConfig) => void

/** What an HTTP destination does, its URL with values of the record, and the fields that fill them: parts of its form. */
export function operationParts(draft: Known, onChange: Change): RequestParts | undefined {
  const { destination } = draft.config
  if (destination.type !== 'http') return undefined
  const fields = urlFields(draft)
  const operation = operationOf(destination)
  /** A saved secret belongs to the origin that it was entered for. */
  const write = (config: DestinationConfig) => onChange(changedSide(destination, { operation: undefined, ...config }))
  const isUnnamed = namesItem(operation.do) && !operation.parameters.some((it) => it.in !== 'header')
  return {
    before: (
      <>
        <OptionList<OperationKind>
          label={messages.title}
          options={operationKinds.map((value) => ({ value, ...messages.kinds[value] }))}
          value={operation.do}
          onChoose={(kind) => write(chosen(destination, kind, fields))}
        />
        {operation.do === 'find' ? <FindFields config={destination} fields={fields} onChange={write} /> : null}
      </>
    ),
    methods: methodsFor(destination),
    url: (error, onLeave) => (
      <CompletingBox
        type="url"
        label={sideMessages.url}
        hint={messages.urlHint}
        value={destination.url ?? ''}
        offered={offeredInUrl(fields)}
        error={error ?? (isUnnamed && (destination.url ?? '') !== '' ? messages.needed : undefined)}
        onWrite={(url) => write(withUrl(destination, url, fields))}
        onLeave={() => {
          const after = withQueryValues(destination, fields)
          if (after === destination) onLeave()
          else write(after)
        }}
      />
    ),
    after: <Values draft={draft} fields={fields} onChange={write} />,
  }
}

/** Another operation, with a search to begin with where it needs one. */
function chosen(destination: DestinationConfig, kind: OperationKind, fields: readonly UrlField[]): DestinationConfig {
  const made = withKind(destination, kind)
  return kind === 'find' ? withOperation(made, { ...operationOf(made), ...firstFind(destination, fields) }) : made
}

type ValuesProps = { readonly draft: Known; readonly fields: readonly UrlField[]; readonly onChange: Change }

function Values({ draft, fields, onChange }: ValuesProps) {
  const { destination } = draft.config
  const { do: kind, parameters } = operationOf(destination)
  const placed = parameters.map((parameter, at) => ({ parameter, at }))
  const inPath = placed.filter(({ parameter }) => parameter.in === 'path')
  const others = placed.filter(({ parameter }) => parameter.in !== 'path')
  const [first] = fields
  const add = (place: 'query' | 'header', { path }: UrlField) => onChange(withNewParameter(destination, place, path))
  const isFull = parameters.length >= operationLimits.parametersMax
  return (
    <>
      {kind === 'delete' ? <Hint>{messages.deletes}</Hint> : null}
      <Pair>
        {kind === 'delete' ? null : <BodyFormatFields config={destination} fields={fields} onChange={onChange} />}
        <ResponseSelect config={destination} onChange={onChange} />
      </Pair>
      {kind === 'delete' ? null : <BodyParts config={destination} fields={fields} onChange={onChange} />}
      <OwnResponseFields config={destination} onChange={onChange} />
      {kind === 'delete' ? null : <RemoteIdField config={destination} onChange={onChange} />}
      {hasAround(draft.config) ? <AroundFields config={destination} onChange={onChange} /> : null}
      {inPath.length === 0 ? null : (
        <Tokens aria-label={messages.values}>
          {inPath.map(({ parameter, at }) => (
            <PathValue
              key={parameter.name}
              {...{ draft, fields, parameter }}
              onWrite={(it) => onChange(withParameter(destination, at, it))}
            />
          ))}
        </Tokens>
      )}
      {kind === 'each' && others.length === 0 ? null : (
        <Fold
          title={messages.more.title}
          value={others.length === 0 ? messages.more.none : messages.more.count(others.length)}
          isOpen={others.length > 0}
        >
          {others.map(({ parameter, at }, index) => (
            <OtherValue
              key={at}
              row={messages.more.row(messages.more[parameter.in === 'query' ? 'query' : 'header'], number(index + 1))}
              {...{ draft, fields, parameter }}
              onWrite={(it) => onChange(withParameter(destination, at, it))}
              onRemove={() => onChange(withoutParameter(destination, at))}
            />
          ))}
          {first === undefined ? (
            <Hint>{messages.more.noFields}</Hint>
          ) : isFull ? null : (
            <Row>
              <Button onPress={() => add('query', first)}>{messages.more.addQuery}</Button>
              <Button onPress={() => add('header', first)}>{messages.more.addHeader}</Button>
            </Row>
          )}
        </Fold>
      )}
      <AfterwardsFields config={draft.config} fields={fields} onChange={onChange} />
    </>
  )
}

type ValueProps = {
  readonly draft: Known
  readonly fields: readonly UrlField[]
  readonly parameter: OperationParameter
  readonly onWrite: (change: Partial<OperationParameter>) => void
}

/** The fields to select from; what is set stays there, whether it is known or not. */
function optionsOf(fields: readonly UrlField[], field: string): Readonly<Record<string, string>> {
  const known = fields.map(({ path, kind }) => [path, kind === 'source' ? messages.unmapped(path) : path] as const)
  return Object.fromEntries([...(fields.some(({ path }) => path === field) ? [] : [[field, field] as const]), ...known])
}

const fieldOf = (fields: readonly UrlField[], path: string) => fields.find((it) => it.path === path)

/** Where the value comes from, and what it is in the sample. */
function sourceText(fields: readonly UrlField[], path: string, draft: Known): string {
  const field = fieldOf(fields, path)
  if (field === undefined) return ''
  const example = exampleOf(field, draft)
  return [field.from !== null && field.from !== path ? messages.from(field.from) : null, example]
    .filter((it) => it !== null)
    .join(' · ')
}

function faultOf(fields: readonly UrlField[], path: string, draft: Known): string | null {
  const field = fieldOf(fields, path)
  if (fields.length > 0 && field === undefined) return messages.unknown(path)
  const hasSample = (draft.shapes.source?.examples.length ?? 0) > 0
  if (field === undefined || field.from === null || !hasSample || exampleOf(field, draft) !== null) return null
  return messages.empty
}

function PathValue({ draft, fields, parameter, onWrite }: ValueProps) {
  const { name, field, alsoInBody = false } = parameter
  const fault = faultOf(fields, field, draft)
  const isDelete = operationOf(draft.config.destination).do === 'delete'
  return (
    <Token>
      <code>{`{${name}}`}</code>
      <Select
        label={messages.field(name)}
        isLabelUnseen
        options={optionsOf(fields, field)}
        value={field}
        onChoose={(path) => onWrite({ field: path })}
      />
      <span>{sourceText(fields, field, draft)}</span>
      {isDelete ? null : (
        <Tick
          label={messages.inBody}
          name={messages.inBodyOf(name)}
          isOn={alsoInBody}
          onChange={(isOn) => onWrite({ alsoInBody: isOn })}
        />
      )}
      <Fault role="status">{fault}</Fault>
    </Token>
  )
}

type OtherValueProps = ValueProps & { readonly row: string; readonly onRemove: () => void }

function OtherValue({ draft, fields, parameter, row, onWrite, onRemove }: OtherValueProps) {
  const { name, field, alsoInBody = false } = parameter
  return (
    <RowFrame role="group" aria-label={row}>
      <Pair>
        <Field
          label={messages.more.name(row)}
          value={name}
          spellCheck={false}
          onWrite={(text) => (text === '' ? undefined : onWrite({ name: text.slice(0, operationLimits.nameMax) }))}
        />
        <Select
          label={messages.more.field(row)}
          options={optionsOf(fields, field)}
          value={field}
          onChoose={(path) => onWrite({ field: path })}
        />
      </Pair>
      <Fault role="status">{faultOf(fields, field, draft)}</Fault>
      <Row>
        <Tick label={messages.more.inBody(row)} isOn={alsoInBody} onChange={(isOn) => onWrite({ alsoInBody: isOn })} />
        <Button kind="quiet" label={messages.more.remove(row)} onPress={onRemove}>
          <X aria-hidden="true" />
        </Button>
      </Row>
    </RowFrame>
  )
}

const Tokens = styled.ul`
  margin: 0;
  padding: 0;
  list-style: none;
`

const Token = styled.li`
  display: grid;
  grid-template-columns: auto minmax(8rem, 14rem) minmax(0, 1fr) auto;
  gap: 0 ${space[12]};
  align-items: center;
  min-height: 2.5rem;

  & + & {
    border-top: 1px solid ${color['border.subtle']};
  }

  & > code {
    padding: 0 5px;
    border-radius: ${radius.control};
    background: ${color['brand.subtle']};
    color: ${color['brand.onSubtle']};
    font: ${font.code};
    overflow-wrap: anywhere;
  }

  & > span {
    color: ${color['text.muted']};
    font: ${font.dense};
    overflow-wrap: anywhere;
  }

  @media (max-width: 599px) {
    grid-template-columns: auto minmax(0, 1fr);
    gap: ${space[4]} ${space[12]};
    padding: ${space[8]} 0;

    & > span:empty {
      display: none;
    }

    & > label {
      grid-column: 1 / -1;
    }
  }
`

const Fault = styled.p`
  grid-column: 1 / -1;
  color: ${color['warning.text']};
  font: ${font.dense};

  &:empty {
    display: none;
  }
`
