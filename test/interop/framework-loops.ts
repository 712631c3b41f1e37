// The loops of the frameworks, each over the models that it is mostly used with, as a program would write them.
import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogleGenerativeAI } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { ChatAnthropic } from '@langchain/anthropic'
import { type BaseMessage, HumanMessage, ToolMessage } from '@langchain/core/messages'
import { tool as langChainTool } from '@langchain/core/tools'
import { ChatGoogleGenerativeAI } from '@langchain/google-genai'
import { ChatOllama } from '@langchain/ollama'
import { ChatOpenAI } from '@langchain/openai'
import { Agent as MastraAgent } from '@mastra/core/agent'
import { createTool } from '@mastra/core/tools'
import { Agent, OpenAIProvider, Runner } from '@openai/agents'
import { generateText, isStepCount, streamText } from 'ai'
import { toAiSdkTools } from '../../src/interop/ai-sdk-tools.ts'
import type { BridgeOptions } from '../../src/interop/bridge.ts'
import { toLangChainTools } from '../../src/interop/lang-chain-tools.ts'
import { toMastraTools } from '../../src/interop/mastra-tools.ts'
import { toOpenAiAgentsTools } from '../../src/interop/open-ai-agents-tools.ts'
import type { Toolwright } from '../../src/toolwright.ts'
import { type Body, MODEL } from './fake-provider/wire-format.ts'
import { QUESTION } from './scenario.ts'

/** What a loop is run with. */
export interface LoopRun {
  readonly toolwright: Toolwright
  readonly url: string
  readonly stream: boolean
  /** What our tools are told. */
  readonly options?: BridgeOptions
  /** Given to the framework, in its own way. */
  readonly signal?: AbortSignal
}

/** Asks the question, lets the framework run our tools, and gives the answer. */
export type FrameworkLoop = (run: LoopRun) => Promise<string>

const apiKey = 'none'

function aiSdk(modelAt: (url: string) => Body): FrameworkLoop {
  return async ({ toolwright, url, stream, options, signal }) => {
    const request = {
      model: modelAt(url),
      tools: toAiSdkTools(toolwright, options),
      prompt: QUESTION,
      stopWhen: isStepCount(4),
      maxRetries: 0,
      maxOutputTokens: 500,
      ...(signal === undefined ? {} : { abortSignal: signal }),
    }
    return stream ? await streamText(request).text : (await generateText(request)).text
  }
}

function wasCut({ response_metadata: facts, additional_kwargs: more }: Body): boolean {
  const reason = facts.finish_reason ?? facts.stop_reason ?? facts.finishReason ?? more.stop_reason
  return ['length', 'max_tokens', 'MAX_TOKENS'].includes(reason ?? facts.done_reason)
}

function langChain(modelAt: (url: string) => Body): FrameworkLoop {
  return async ({ toolwright, url, stream, options, signal }) => {
    const tools = toLangChainTools(toolwright, { tool: langChainTool, ToolMessage }, options)
    const model = modelAt(url).bindTools(tools)
    const messages: BaseMessage[] = [new HumanMessage(QUESTION)]
    for (;;) {
      let answer: Body
      if (stream) {
        for await (const chunk of await model.stream(messages, { signal }))
          answer = answer === undefined ? chunk : answer.concat(chunk)
      } else answer = await model.invoke(messages, { signal })
      messages.push(answer)
      // Streams are mended: half of a call looks whole here, and only this tells.
      if (answer.tool_calls.length === 0 || wasCut(answer)) return answer.text
      for (const call of answer.tool_calls) {
        const found: Body = tools.find(({ name }) => name === call.name)
        messages.push(await found.invoke({ ...call, type: 'tool_call' }, { signal }))
      }
    }
  }
}

function openAiAgents(useResponses: boolean): FrameworkLoop {
  return async ({ toolwright, url, stream, options, signal }) => {
    const modelProvider = new OpenAIProvider({ apiKey, baseURL: `${url}/v1`, useResponses })
    const runner = new Runner({ modelProvider, tracingDisabled: true })
    const tools = toOpenAiAgentsTools(toolwright, options)
    const agent = new Agent({ name: 'Tester', model: MODEL, tools })
    const given = signal === undefined ? {} : { signal }
    if (!stream) return String((await runner.run(agent, QUESTION, given)).finalOutput)
    const run = await runner.run(agent, QUESTION, { ...given, stream: true })
    await run.completed
    return String(run.finalOutput)
  }
}

const mastra: FrameworkLoop = async ({ toolwright, url, stream, options, signal }) => {
  const agent = new MastraAgent({
    id: 'tester',
    name: 'Tester',
    instructions: 'Answer.',
    model: createOpenAI({ baseURL: `${url}/v1`, apiKey }).chat(MODEL) as Body,
    tools: toMastraTools(toolwright, { createTool }, options),
  })
  const given: Body = signal === undefined ? {} : { abortSignal: signal }
  // Its text is that of all steps; the last one is the answer.
  const output: Body = stream ? await agent.stream(QUESTION, given) : await agent.generate(QUESTION, given)
  const steps: Body = await output.steps
  return steps.at(-1).text
}

export const FRAMEWORK_LOOPS: Readonly<Record<string, FrameworkLoop>> = {
  'the AI SDK over OpenAI Responses': aiSdk((url) => createOpenAI({ baseURL: `${url}/v1`, apiKey })(MODEL)),
  'the AI SDK over OpenAI Chat': aiSdk((url) => createOpenAI({ baseURL: `${url}/v1`, apiKey }).chat(MODEL)),
  'the AI SDK over Anthropic': aiSdk((url) => createAnthropic({ baseURL: `${url}/v1`, apiKey })(MODEL)),
  'the AI SDK over Gemini': aiSdk((url) =>
    createGoogleGenerativeAI({ baseURL: `${url}/v1beta`, apiKey })(MODEL),
  ),
  'LangChain over OpenAI': langChain(
    (url) => new ChatOpenAI({ model: MODEL, apiKey, maxRetries: 0, configuration: { baseURL: `${url}/v1` } }),
  ),
  'LangChain over Anthropic': langChain(
    (url) => new ChatAnthropic({ model: MODEL, apiKey, maxRetries: 0, anthropicApiUrl: url }),
  ),
  'LangChain over Ollama': langChain((url) => new ChatOllama({ model: MODEL, baseUrl: url, maxRetries: 0 })),
  'LangChain over Gemini': langChain(
    (url) => new ChatGoogleGenerativeAI({ model: MODEL, apiKey, maxRetries: 0, baseUrl: url }),
  ),
  'the OpenAI Agents SDK over Chat': openAiAgents(false),
  'the OpenAI Agents SDK over Responses': openAiAgents(true),
  'Mastra over OpenAI': mastra,
}
