import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { terminalChannel } from '../../src/approve/terminal-channel.ts'
import { type Behaviour, describeApprovalChannel } from '../contracts/approval-channel.ts'
import { fakeTerminal, withoutCursorMoves } from './fake-terminal.ts'
import { definitionWith, requestWith } from './samples.ts'

const UNAVAILABLE = {
  decision: 'deny',
  reason: 'the call needs approval and the terminal was closed or interrupted before an answer',
  unavailable: true,
}

/** Somebody at the keyboard who answers each question as it appears. */
function personAt(terminal: ReturnType<typeof fakeTerminal>, behaviour: Behaviour): void {
  const answers = { approve: 'y\r', deny: 'n\r', garbage: 'perhaps\r' }
  terminal.output.on('data', (text: string) => {
    if (behaviour === 'silent') return
    const [, name] = /type the name of the tool \((\w+)\)/.exec(text) ?? []
    if (name !== undefined) terminal.type(`${name}\r`)
    else if (!text.includes('? [')) return
    else if (behaviour === 'fail') terminal.input.destroy(new Error('the line broke'))
    else terminal.type(answers[behaviour])
  })
}

describeApprovalChannel('terminalChannel', (behaviour) => {
  const terminal = fakeTerminal()
  personAt(terminal, behaviour)
  return terminalChannel(terminal)
})

describe('terminalChannel', () => {
  it('shows tool, danger by word and sign, reason, caller and arguments', async () => {
    const terminal = fakeTerminal()
    const definition = definitionWith({ dangerLevel: 'high' })
    const answer = terminalChannel(terminal).ask(
      requestWith({
        definition,
        reason: 'danger level `high` always asks',
        rememberable: false,
        caller: { id: 'agent-7' },
      }),
    )
    await terminal.shows('Run write_file? [y = yes, N = no] ')
    terminal.type('y\r')
    assert.equal(await answer, 'approve')
    assert.deepEqual(withoutCursorMoves(terminal.printed()).split('\n').slice(0, 11), [
      '',
      '=== Approval needed ===',
      'Tool:         write_file',
      'Does:         Writes a file.',
      'Danger:       [!!! ] HIGH',
      'Why:          danger level `high` always asks',
      'Caller:       agent-7',
      'Conversation: conversation_1',
      'Arguments:',
      '  | {',
      '  |   "path": "notes.txt"',
    ])
  })

  const typed: [text: string, answer: unknown][] = [
    ['y', 'approve'],
    [' YES ', 'approve'],
    ['', 'deny'],
    ['n', 'deny'],
    ['yep', 'deny'],
    ['write_file', 'deny'],
    ['a', { decision: 'approve', remember: true }],
    ['s', 'deny'],
  ]
  for (const [text, expected] of typed) {
    it(`takes ${JSON.stringify(text)} for ${JSON.stringify(expected)}`, async () => {
      const terminal = fakeTerminal()
      const answer = terminalChannel(terminal).ask(requestWith())
      await terminal.shows('a = always in this conversation] ')
      terminal.type(`${text}\r`)
      assert.deepEqual(await answer, expected)
    })
  }

  it('neither offers nor takes "always" where it would not count', async () => {
    const terminal = fakeTerminal()
    const answer = terminalChannel(terminal).ask(requestWith({ rememberable: false }))
    await terminal.shows('[y = yes, N = no] ')
    terminal.type('a\r')
    assert.equal(await answer, 'deny')
  })

  for (const [text, expected] of [
    ['write_file', 'approve'],
    ['y', 'deny'],
    ['write_fil', 'deny'],
    ['WRITE_FILE', 'deny'],
  ] as const) {
    it(`takes ${text} for ${expected} at the second confirmation`, async () => {
      const terminal = fakeTerminal()
      const answer = terminalChannel(terminal).ask(requestWith({ confirmation: 2, confirmations: 2 }))
      await terminal.shows('confirmation 2 of 2')
      await terminal.shows('type the name of the tool (write_file): ')
      terminal.type(`${text}\r`)
      assert.equal(await answer, expected)
    })
  }

  it('does not let an answer typed in one breath with the first reach the second', async () => {
    const terminal = fakeTerminal()
    const channel = terminalChannel(terminal)
    const first = channel.ask(requestWith())
    const second = channel.ask(requestWith({ toolName: 'other_tool' }))
    await terminal.shows('Run write_file?')
    terminal.type('y\ry\r')
    assert.equal(await first, 'approve')
    await terminal.shows('Run other_tool?')
    terminal.type('n\r')
    assert.equal(await second, 'deny')
  })

  it('does not take what was typed before the question was there', async () => {
    const terminal = fakeTerminal()
    terminal.type('y\r')
    const answer = terminalChannel(terminal).ask(requestWith())
    await terminal.shows('Run write_file?')
    terminal.type('n\r')
    assert.equal(await answer, 'deny')
  })

  it('asks one question at a time, also through two channels on one keyboard', async () => {
    const terminal = fakeTerminal()
    const first = terminalChannel(terminal).ask(requestWith({ toolName: 'first_tool' }))
    const second = terminalChannel(terminal).ask(requestWith({ toolName: 'second_tool' }))
    await terminal.shows('Run first_tool?')
    assert.ok(!terminal.printed().includes('second_tool'))
    terminal.type('n\r')
    assert.equal(await first, 'deny')
    await terminal.shows('Run second_tool?')
    terminal.type('y\r')
    assert.equal(await second, 'approve')
  })

  it('shows the first rows of long arguments, and all of them on request', async () => {
    const terminal = fakeTerminal()
    const lines = Array.from({ length: 100 }, (_, index) => `line ${index}`)
    const answer = terminalChannel(terminal).ask(requestWith({ arguments: { lines } }))
    await terminal.shows('(64 more rows are not shown; answer s to see them all)')
    await terminal.shows('s = show all arguments] ')
    assert.ok(!terminal.printed().includes('line 99'))
    terminal.type('s\r')
    await terminal.shows('line 99')
    await terminal.shows('a = always in this conversation] ')
    terminal.type('y\r')
    assert.equal(await answer, 'approve')
  })
})

describe('terminalChannel with nobody there', () => {
  it('is not available without a terminal, and says no when asked all the same', async () => {
    const channel = terminalChannel(fakeTerminal({ isTTY: false }))
    assert.equal(channel.isAvailable?.(), false)
    assert.deepEqual(await channel.ask(requestWith()), {
      decision: 'deny',
      reason: 'the call needs approval and there is no terminal to ask at',
      unavailable: true,
    })
  })

  it('is available at a terminal until it is closed', () => {
    const terminal = fakeTerminal()
    const channel = terminalChannel(terminal)
    assert.equal(channel.isAvailable?.(), true)
    terminal.input.destroy()
    assert.equal(channel.isAvailable?.(), false)
  })

  it('takes standard input and standard error unless told otherwise', () => {
    assert.equal(
      terminalChannel().isAvailable?.(),
      process.stdin.isTTY === true && process.stderr.isTTY === true,
    )
  })

  it('says no when the input ends or breaks before the question is there', async () => {
    for (const error of [undefined, new Error('the line broke')]) {
      const terminal = fakeTerminal()
      const answer = terminalChannel(terminal).ask(requestWith())
      queueMicrotask(() => terminal.input.destroy(error))
      assert.deepEqual(await answer, UNAVAILABLE)
      assert.equal(terminal.printed(), '')
    }
  })

  it('says no at end of input, on Ctrl-D and on Ctrl-C', async () => {
    for (const leave of [
      (terminal: ReturnType<typeof fakeTerminal>) => terminal.input.end(),
      (terminal: ReturnType<typeof fakeTerminal>) => terminal.type('\u0004'),
      (terminal: ReturnType<typeof fakeTerminal>) => terminal.type('\u0003'),
    ]) {
      const terminal = fakeTerminal()
      const answer = terminalChannel(terminal).ask(requestWith())
      await terminal.shows('Run write_file?')
      leave(terminal)
      assert.deepEqual(await answer, UNAVAILABLE)
      await terminal.shows('(No answer: the call does not run.)')
    }
  })
})

describe('terminalChannel when the call is cancelled', () => {
  it('takes the question away and goes on to the next', async () => {
    const terminal = fakeTerminal()
    const channel = terminalChannel(terminal)
    const controller = new AbortController()
    const first = channel.ask(requestWith({ signal: controller.signal }))
    const second = channel.ask(requestWith({ toolName: 'next_tool' }))
    await terminal.shows('Run write_file?')
    controller.abort()
    assert.deepEqual(await first, { decision: 'deny', reason: 'the question was withdrawn' })
    await terminal.shows('(The question was withdrawn: the call is no longer waiting.)')
    await terminal.shows('Run next_tool?')
    terminal.type('y\r')
    assert.equal(await second, 'approve')
  })

  it('shows nothing when the call is cancelled before the question is there', async () => {
    const terminal = fakeTerminal()
    const controller = new AbortController()
    const answer = terminalChannel(terminal).ask(requestWith({ signal: controller.signal }))
    queueMicrotask(() => queueMicrotask(() => controller.abort()))
    assert.deepEqual(await answer, { decision: 'deny', reason: 'the question was withdrawn' })
    const next = terminalChannel(terminal).ask(requestWith({ toolName: 'next_tool' }))
    await terminal.shows('Run next_tool?')
    terminal.type('y\r')
    assert.equal(await next, 'approve')
    assert.ok(!terminal.printed().includes('write_file?'))
  })

  it('shows nothing when the call is cancelled already', async () => {
    const terminal = fakeTerminal()
    const answer = await terminalChannel(terminal).ask(requestWith({ signal: AbortSignal.abort() }))
    assert.deepEqual(answer, { decision: 'deny', reason: 'the question was withdrawn' })
    assert.equal(terminal.printed(), '')
  })

  it('settles at once while still in the queue, and is never shown', async () => {
    const terminal = fakeTerminal()
    const channel = terminalChannel(terminal)
    const controller = new AbortController()
    const first = channel.ask(requestWith())
    const queued = channel.ask(requestWith({ toolName: 'queued_tool', signal: controller.signal }))
    const last = channel.ask(requestWith({ toolName: 'last_tool' }))
    await terminal.shows('Run write_file?')
    controller.abort()
    assert.deepEqual(await queued, { decision: 'deny', reason: 'the question was withdrawn' })
    terminal.type('y\r')
    assert.equal(await first, 'approve')
    await terminal.shows('Run last_tool?')
    terminal.type('y\r')
    assert.equal(await last, 'approve')
    assert.ok(!terminal.printed().includes('queued_tool'))
  })

  it('goes on to the next question after one that cannot be shown', async () => {
    const terminal = fakeTerminal()
    const channel = terminalChannel(terminal)
    await assert.rejects(async () => channel.ask(requestWith({ arguments: { big: 1n } })), TypeError)
    const next = channel.ask(requestWith())
    await terminal.shows('Run write_file?')
    terminal.type('y\r')
    assert.equal(await next, 'approve')
  })
})
