/** `npm start`: from a fresh clone to a running product. */
import { memoryEnvironment, memoryFlags } from './memory.mjs'
import { become, build, install } from './prepare.mjs'

install()
build()
become([...memoryFlags, 'server/main.ts'], memoryEnvironment)
