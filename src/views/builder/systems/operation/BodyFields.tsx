import { X } from 'lucide-react'
import styled from 'styled-components'

import type { DestinationConfig } from '#contract/connectors/config/config.ts'
import {
  type BodyFile,
  type BodyFormat,
  type FormArrays,
  operationLimits,
} from '#contract/connectors/config/operations/operation.ts'
import {
  unknownFields,
  withBodyFormat,
  withFiles,
  withFormArrays,
  withNameField,
  withTemplate,
} from '#src/machines/builder/systems/body-format.ts'
import { operationOf, type UrlField } from '#src/machines/builder/systems/operation.ts'
import { font, space } from '#src/theme/theme.ts'
import { CompletingBox } from '../../../kit/completion/CompletingBox.tsx'
import { Button } from '../../../kit/controls/Button.tsx'
import { Segmented } from '../../../kit/controls/Segmented.tsx'
import { Select } from '../../../kit/controls/Select.tsx'
import { number } from '../../../kit/format/numbers.ts'
import { Hint, Row } from '../../../kit/layout/blocks.ts'
import { Pair, RowFrame } from '../form-parts.tsx'
import { offeredInText } from './offered.ts'
import { operationMessages } from './operation.messages.ts'

const messages = operationMessages.body

type BodyFieldsProps = {
  readonly config: DestinationConfig
  readonly fields: readonly UrlField[]
  readonly onChange: (config: DestinationConfig) => void
}

/** The format of the body, and how a form writes lists. */
export function BodyFormatFields({ config, fields, onChange }: BodyFieldsProps) {
  const { bodyFormat = 'json', formArrays = 'indices' } = operationOf(config)
  return (
    <>
      <Formats>
        <p>{messages.title}</p>
        <Segmented<BodyFormat>
          label={messages.title}
          options={messages.formats}
          value={bodyFormat}
          onChoose={(format) => onChange(withBodyFormat(config, format, fields))}
        />
      </Formats>
      {bodyFormat === 'form' || bodyFormat === 'multipart' ? (
        <Select<FormArrays>
          label={messages.lists}
          options={messages.listStyles}
          value={formArrays}
          onChoose={(style) => onChange(withFormArrays(config, style))}
        />
      ) : null}
    </>
  )
}

/** The template of an XML or text body, or the files of a multipart one. */
export function BodyParts(props: BodyFieldsProps) {
  const { bodyFormat = 'json', template = '' } = operationOf(props.config)
  if (bodyFormat === 'multipart') return <Files {...props} />
  if (bodyFormat !== 'xml' && bodyFormat !== 'text' && bodyFormat !== 'ndjson') return null
  const unknown = unknownFields(props.config, props.fields)
  return (
    <CompletingBox
      label={messages.template[bodyFormat]}
      hint={bodyFormat === 'ndjson' ? messages.lineHint : messages.templateHint}
      error={unknown[0] === undefined ? undefined : operationMessages.unknown(unknown[0])}
      {...(bodyFormat === 'ndjson' ? {} : { rows: 10 })}
      value={template}
      offered={offeredInText(props.fields)}
      maxLength={operationLimits.templateMax}
      onWrite={(text) => props.onChange(withTemplate(props.config, text))}
    />
  )
}

function Files({ config, fields, onChange }: BodyFieldsProps) {
  const { files = [] } = operationOf(config)
  const options = Object.fromEntries(fields.map(({ path }) => [path, path]))
  const write = (at: number, file: BodyFile) => onChange(withFiles(config, files.with(at, file)))
  const first = fields.find(({ path }) => !files.some(({ field }) => field === path))
  return (
    <>
      <Hint>{messages.filesHint}</Hint>
      {files.map((file, at) => {
        const row = messages.file(number(at + 1))
        return (
          <RowFrame key={`${at.toString()} of ${files.length.toString()}`} role="group" aria-label={row}>
            <Pair>
              <Select
                label={messages.fileField(row)}
                options={{ [file.field]: file.field, ...options }}
                value={file.field}
                onChoose={(field) => write(at, { ...file, field })}
              />
              <Select
                label={messages.fileName(row)}
                options={{
                  '': messages.fieldName,
                  ...(file.nameField === undefined ? {} : { [file.nameField]: file.nameField }),
                  ...options,
                }}
                value={file.nameField ?? ''}
                onChoose={(field) => write(at, withNameField(file, field))}
              />
            </Pair>
            <Row>
              <Button
                kind="quiet"
                label={messages.removeFile(row)}
                onPress={() => onChange(withFiles(config, files.toSpliced(at, 1)))}
              >
                <X aria-hidden="true" />
              </Button>
            </Row>
          </RowFrame>
        )
      })}
      {first === undefined || files.length >= operationLimits.filesMax ? null : (
        <Row>
          <Button onPress={() => onChange(withFiles(config, [...files, { field: first.path }]))}>{messages.addFile}</Button>
        </Row>
      )}
    </>
  )
}

const Formats = styled.div`
  /* Six formats need the whole row. */
  grid-column: 1 / -1;
  display: grid;
  gap: ${space[4]};
  justify-items: start;

  & > p {
    font: ${font.strong};
  }
`
