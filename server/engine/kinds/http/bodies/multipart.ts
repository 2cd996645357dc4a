/** A record as `multipart/form-data` (RFC 7578): its values, and files that it contains as base64. */
import { createHash } from 'node:crypto'
import type { BodyFile, FormArrays } from '#contract/connectors/config/operations/operation.ts'
import { type Path, valueAt } from '#server/platform/json/path.ts'
import { scalarText } from '#server/platform/json/raw-json.ts'
import { isBlank, namesOf, pathOf, withoutMember } from '../../../kit/record-values.ts'
import { formFault, pairsOf } from '../form-body.ts'

type Bound = BodyFile & { readonly path: Path; readonly names: readonly string[]; readonly namePath: Path | null }
type File = { readonly name: string; readonly fileName: string; readonly type: string; readonly bytes: Buffer }

const dataUrl = /^data:([\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,100})?(?:;[\w-]{1,40}=[\w-]{1,40}){0,4};base64,/
const base64 = /^[\w+/-]*={0,2}$/

/** Characters below which words are as likely as a file: there, base64 ends in `=` or is in a data URL. */
const wordsMax = 64

/** Whether it is what an encoder writes: whole bytes, and no bits beyond them. */
function isEncoded(content: string): boolean {
  if (!base64.test(content)) return false
  const digits = content.replace(/={1,2}$/, '')
  if (digits.length !== content.length && content.length % 4 !== 0) return false
  const rest = digits.length % 4
  const last = digits
    .slice(digits.length - rest)
    .replaceAll('-', '+')
    .replaceAll('_', '/')
  return rest !== 1 && Buffer.from(last, 'base64').toString('base64').replaceAll('=', '') === last
}

/** Null where the text is no base64. */
function decoded(text: string): { readonly type: string | null; readonly bytes: Buffer } | null {
  const [head = '', type] = dataUrl.exec(text.slice(0, 512)) ?? []
  const content = text.slice(head.length).replaceAll(/[\r\n\t ]/g, '')
  if (head === '' && content.length < wordsMax && !content.endsWith('=')) return null
  return isEncoded(content) ? { type: type ?? null, bytes: Buffer.from(content, 'base64') } : null
}

/** Names as browsers write them. */
const quoted = (text: string) => `"${text.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22')}"`

/** Null where the record has no such file. */
function fileIn(record: unknown, { path, namePath, names, field, type }: Bound): File | null | 'fault' {
  const value = valueAt(record, path)
  if (isBlank(value)) return null
  const found = typeof value === 'string' ? decoded(value) : null
  if (found === null) return 'fault'
  const fileName = namePath === null ? null : scalarText(valueAt(record, namePath))
  const name = names.at(-1) ?? field
  return { name, fileName: fileName || name, type: type ?? found.type ?? 'application/octet-stream', bytes: found.bytes }
}

export type Multipart = {
  readonly fault: (record: unknown) => string | null
  readonly write: (record: unknown) => { readonly body: Buffer; readonly contentType: string; readonly shown: string }
}

/** @param files what of the record is sent as files. */
export function multipartOf(files: readonly BodyFile[], arrays: FormArrays): Multipart {
  const bound = files.map(
    (it): Bound => ({
      ...it,
      path: pathOf(it.field),
      names: namesOf(it.field) ?? [],
      namePath: it.nameField === undefined ? null : pathOf(it.nameField),
    }),
  )
  const valuesOf = (record: unknown) => bound.reduce((value, { names }) => withoutMember(value, names), record)

  return {
    fault: (record) => {
      const bad = bound.find((it) => fileIn(record, it) === 'fault')
      if (bad !== undefined) return `"${bad.field}" isn't a file as base64 text. Correct the value and retry the record.`
      return bound.length > 0 && pairsOf(valuesOf(record), arrays).length === 0 ? null : formFault(valuesOf(record))
    },
    write: (record) => {
      const chunks: { readonly head: string; readonly content: Buffer; readonly shown: string }[] = pairsOf(
        valuesOf(record),
        arrays,
      ).map(([name, text]) => ({
        head: `Content-Disposition: form-data; name=${quoted(name)}\r\n\r\n`,
        content: Buffer.from(text),
        shown: text,
      }))
      for (const it of bound) {
        const file = fileIn(record, it)
        if (file === null || file === 'fault') continue
        const head = `Content-Disposition: form-data; name=${quoted(file.name)}; filename=${quoted(file.fileName)}\r\nContent-Type: ${file.type}\r\n\r\n`
        chunks.push({ head, content: file.bytes, shown: `(${file.bytes.length} bytes)` })
      }
      // The same record has the same bytes each time it is sent.
      const hash = createHash('sha256')
      for (const { head, content } of chunks) hash.update(head).update(content)
      const boundary = `datacrane-${hash.digest('hex').slice(0, 32)}`
      const parts = chunks.flatMap(({ head, content }) => [Buffer.from(`--${boundary}\r\n${head}`), content, Buffer.from('\r\n')])
      const shown = chunks.map(({ head, shown: text }) => `--${boundary}\r\n${head}${text}\r\n`).join('')
      return {
        body: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
        contentType: `multipart/form-data; boundary=${boundary}`,
        shown: `${shown}--${boundary}--\r\n`,
      }
    },
  }
}
