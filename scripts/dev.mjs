/** `npm run dev`: the server, restarted on change, and Vite with hot reload in front of it. */
import { spawn } from 'node:child_process'
import { install, node, root } from './prepare.mjs'

install()
const children = [
  spawn(node, ['--watch', '--watch-path=server', '--watch-path=contract', '--watch-preserve-output', 'server/main.ts'], {
    cwd: root,
    stdio: 'inherit',
  }),
  spawn(node, ['node_modules/vite/bin/vite.js'], { cwd: root, stdio: 'inherit' }),
]
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => end(signal))
for (const child of children) child.on('exit', (code) => end('SIGTERM', code ?? 0))

let ending = false
function end(signal, code = 0) {
  if (ending) return
  ending = true
  for (const child of children) child.kill(signal)
  process.exitCode = code
}
