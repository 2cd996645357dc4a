import { charsets, type ResponseFormat } from '#contract/connectors/config/responses/response-format.ts'
import { changedFormat, chosenFormat, type FormatChoice } from '#src/machines/builder/systems/response-format.ts'
import { Field } from '../../../kit/controls/Field.tsx'
import { Select } from '../../../kit/controls/Select.tsx'
import { Hint } from '../../../kit/layout/blocks.ts'
import { Fold, Pair, Tick } from '../form-parts.tsx'
import { ListField } from '../ListField.tsx'
import { formatMessages as messages } from './format.messages.ts'

type FormatFieldsProps = {
  readonly format: ResponseFormat | undefined
  /** Undefined: nothing is set. */
  readonly onChange: (format: ResponseFormat | undefined) => void
}

type Charset = keyof typeof messages.charsets
type Delimiter = keyof typeof messages.delimiters

const charsetOf = (text: string | undefined): Charset => charsets.find((it) => it === text) ?? 'auto'

/** What the responses of an HTTP system are made of. */
export function FormatFields({ format, onChange }: FormatFieldsProps) {
  const type: FormatChoice = format?.type ?? 'auto'
  const value = format === undefined ? messages.formats.auto : messages.names[format.type]
  const hint = type === 'json' ? null : messages.hints[type]
  return (
    <Fold title={messages.title} value={value} isOpen={format !== undefined}>
      <Pair>
        <Select
          label={messages.label}
          options={messages.formats}
          value={type}
          onChoose={(chosen) => onChange(chosenFormat(format, chosen))}
        />
        {format === undefined ? null : (
          <Select
            label={messages.charset}
            options={messages.charsets}
            value={charsetOf(format.charset)}
            onChoose={(charset) => onChange(changedFormat(format, { charset: charset === 'auto' ? undefined : charset }))}
          />
        )}
      </Pair>
      {hint === null ? null : <Hint>{hint}</Hint>}
      {format?.type === 'csv' ? <CsvFields format={format} onChange={onChange} /> : null}
      {format?.type === 'xml' ? (
        <ListField
          label={messages.lists}
          hint={messages.listsHint}
          values={format.lists ?? []}
          onWrite={(lists) => onChange(changedFormat(format, { lists }))}
        />
      ) : null}
    </Fold>
  )
}

function CsvFields({ format, onChange }: { readonly format: ResponseFormat; readonly onChange: FormatFieldsProps['onChange'] }) {
  const { delimiter, quote = '', header = true } = format
  const known = delimiter === undefined || delimiter in messages.delimiters
  const options = known ? messages.delimiters : { ...messages.delimiters, [delimiter]: delimiter }
  return (
    <>
      <Pair>
        <Select
          label={messages.delimiter}
          options={options}
          value={(delimiter ?? 'auto') as Delimiter}
          onChoose={(chosen) => onChange(changedFormat(format, { delimiter: chosen === 'auto' ? undefined : chosen }))}
        />
        <Field
          label={messages.quote}
          value={quote}
          hint={messages.quoteHint}
          onWrite={(text) => onChange(changedFormat(format, { quote: text.slice(-1) }))}
        />
      </Pair>
      <Tick
        label={messages.header}
        isOn={header}
        onChange={(isOn) => onChange(changedFormat(format, { header: isOn ? undefined : false }))}
      />
    </>
  )
}
