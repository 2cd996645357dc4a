/** Whether a file that was taken along holds everything, as its last line says. */
import { expect, it } from 'vitest'

import { cutOf } from '#src/services/connectors/runs/record-file.service.ts'

const record = `{"transactionId":"t","payload":"${'é'.repeat(600)}"}\n`
const row = `"t","${'x'.repeat(1_200)}"\r\n`

it.each([
  ['nothing', '', null],
  ['whole lines of JSON', record.repeat(3), null],
  ['lines of JSON that were cut', `${record}{"fileCut":"records","message":"It was cut."}\n`, 'records'],
  ['a search that found nothing where it looked', '{"fileCut":"pages","message":"It was cut."}\n', 'pages'],
  ['whole CSV', `"transactionId","payload"\r\n${row}`, null],
  ['CSV that was cut', `"transactionId","payload"\r\n${row}"fileCut","pages","It was cut."\r\n`, 'pages'],
  ['a text that looks so', `"t","\n""fileCut"",""records"",""x"""\r\n`, null],
  ['a record that looks so', '{"transactionId":"t","payload":{"fileCut":"records"}}\n', null],
] as const)('reads %s', async (_, text, cut) => {
  expect(await cutOf(new Blob([text]))).toBe(cut)
})
