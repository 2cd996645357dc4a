import type { HookProof, SignatureProof } from '#contract/connectors/triggers/sender.ts'
import { kindOfProof, type ProofKind, proofOfKind, without, withTime } from '#src/machines/builder/systems/sender-edit.ts'
import { Field } from '#src/views/kit/controls/Field.tsx'
import { Select } from '#src/views/kit/controls/Select.tsx'
import { Hint } from '#src/views/kit/layout/blocks.ts'
import { Pair } from '../form-parts.tsx'
import { senderMessages as messages } from './sender.messages.ts'

type ProofFieldsProps = { readonly proof: HookProof | undefined; readonly onChange: (proof: HookProof) => void }

/** How a sender that is not known proves itself. */
export function ProofFields({ proof = proofOfKind.signature, onChange }: ProofFieldsProps) {
  const kind = kindOfProof(proof)
  return (
    <>
      <Select<ProofKind>
        label={messages.kind}
        options={messages.kinds}
        value={kind}
        onChoose={(it) => onChange(it === kind ? proof : proofOfKind[it])}
      />
      <Hint>{messages.kindHints[kind]}</Hint>
      {proof.type === 'signature' ? <SignatureFields proof={proof} onChange={onChange} /> : null}
      {proof.type === 'token' ? (
        <Pair>
          <Field
            label={messages.name[proof.in]}
            value={proof.name}
            spellCheck={false}
            onWrite={(name) => onChange({ ...proof, name })}
          />
          {proof.in === 'body' ? null : (
            <Field
              label={messages.prefix}
              value={proof.prefix ?? ''}
              spellCheck={false}
              onWrite={(prefix) => onChange(without<typeof proof>({ ...proof, prefix }))}
            />
          )}
        </Pair>
      ) : null}
      {proof.type === 'basic' ? (
        <Field
          label={messages.username}
          value={proof.username}
          spellCheck={false}
          onWrite={(username) => onChange({ ...proof, username })}
        />
      ) : null}
    </>
  )
}

const headerName = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}$/
const faultOfHeader = (name: string) => (headerName.test(name) ? undefined : messages.headerFault)

type SignatureFieldsProps = { readonly proof: SignatureProof; readonly onChange: (proof: SignatureProof) => void }

function SignatureFields({ proof, onChange }: SignatureFieldsProps) {
  const {
    algorithm,
    encoding,
    header,
    prefix = '',
    separator = 'one',
    signed,
    timestamp,
    tolerance,
    idHeader = '',
    key = 'text',
  } = proof
  const change = (it: { readonly [K in keyof SignatureProof]?: SignatureProof[K] | undefined }) =>
    onChange(without<SignatureProof>({ ...proof, ...it }))
  return (
    <Pair>
      <Select
        label={messages.algorithm}
        options={messages.algorithms}
        value={algorithm}
        onChoose={(it) => change({ algorithm: it })}
      />
      <Select
        label={messages.encoding}
        options={messages.encodings}
        value={encoding}
        onChoose={(it) => change({ encoding: it })}
      />
      <Field
        label={messages.header}
        value={header}
        spellCheck={false}
        error={faultOfHeader(header)}
        onWrite={(it) => onChange({ ...proof, header: it.trim() })}
      />
      <Field
        label={messages.prefix}
        value={prefix}
        spellCheck={false}
        hint={messages.prefixHint}
        onWrite={(it) => change({ prefix: it })}
      />
      <Field
        label={messages.signed}
        value={signed}
        spellCheck={false}
        hint={messages.signedHint}
        onWrite={(it) => onChange({ ...proof, signed: it })}
      />
      <Select<'one' | 'comma' | 'space'>
        label={messages.separator}
        options={messages.separators}
        value={separator}
        onChoose={(it) => change({ separator: it === 'one' ? undefined : it })}
      />
      <Field
        label={messages.time}
        value={timestamp?.header ?? ''}
        spellCheck={false}
        hint={messages.timeHint}
        onWrite={(it) => onChange(withTime(proof, { header: it.trim() }))}
      />
      {timestamp === undefined ? null : (
        <>
          <Field
            label={messages.timePrefix}
            value={timestamp.prefix ?? ''}
            spellCheck={false}
            hint={messages.timePrefixHint}
            onWrite={(it) => onChange(withTime(proof, { prefix: it }))}
          />
          <Select
            label={messages.unit}
            options={messages.units}
            value={timestamp.unit}
            onChoose={(it) => onChange(withTime(proof, { unit: it }))}
          />
          <Field
            label={messages.tolerance}
            value={tolerance === undefined ? '' : String(tolerance)}
            inputMode="numeric"
            hint={messages.toleranceHint}
            onWrite={(it) => change({ tolerance: /^[1-9]\d{0,4}$/.test(it) ? Number(it) : undefined })}
          />
        </>
      )}
      {signed.includes('{id}') ? (
        <Field label={messages.idHeader} value={idHeader} spellCheck={false} onWrite={(it) => change({ idHeader: it.trim() })} />
      ) : null}
      <Select
        label={messages.key}
        options={messages.keys}
        value={key}
        onChoose={(it) => change({ key: it === 'text' ? undefined : it })}
      />
    </Pair>
  )
}
