// The official client of every provider, made as its documentation says, with the address of the fake provider.
import Anthropic from '@anthropic-ai/sdk'
import { BedrockRuntimeClient } from '@aws-sdk/client-bedrock-runtime'
import { GoogleGenAI } from '@google/genai'
import { Mistral } from '@mistralai/mistralai'
import { NodeHttpHandler } from '@smithy/node-http-handler'
import { CohereClientV2 } from 'cohere-ai'
import { Ollama } from 'ollama'
import OpenAI from 'openai'

export const API_KEY = 'key-of-the-test'

export const createOpenAiClient = (url: string): OpenAI =>
  new OpenAI({ baseURL: `${url}/v1`, apiKey: API_KEY, maxRetries: 0 })

export const createAnthropicClient = (url: string): Anthropic =>
  new Anthropic({ baseURL: url, apiKey: API_KEY, maxRetries: 0 })

export const createGenaiClient = (url: string): GoogleGenAI =>
  new GoogleGenAI({ apiKey: API_KEY, httpOptions: { baseUrl: url } })

export const createOllamaClient = (url: string): Ollama => new Ollama({ host: url })

export const createMistralClient = (url: string): Mistral =>
  new Mistral({ serverURL: `${url}/mistral`, apiKey: API_KEY, retryConfig: { strategy: 'none' } })

// An aborted request leaves its timer of 300 s behind, which would keep the process alive: cohere-ai 8.1.0.
export const createCohereClient = (url: string): CohereClientV2 =>
  new CohereClientV2({ environment: url, token: API_KEY, maxRetries: 0, timeoutInSeconds: 5 })

export const createBedrockClient = (url: string): BedrockRuntimeClient =>
  new BedrockRuntimeClient({
    endpoint: url,
    region: 'us-east-1',
    credentials: { accessKeyId: 'none', secretAccessKey: 'none' },
    requestHandler: new NodeHttpHandler(),
    maxAttempts: 1,
  })
