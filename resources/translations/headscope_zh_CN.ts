<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Application</name>
    <message>
        <source>HEADSCOPE_INSTRUCTION_SET is &quot;%1&quot;; this processor has %2.</source>
        <translation>HEADSCOPE_INSTRUCTION_SET 为“%1”，而此处理器支持 %2。</translation>
    </message>
</context>
<context>
    <name>CellText</name>
    <message>
        <source>the mask hides every key from this query: all its weights are 0</source>
        <translation>掩码对该查询隐藏了所有键：其权重全为 0</translation>
    </message>
    <message>
        <source>the mask hides every key from this query: all scores are -1e9, so each of the %1 keys gets 1/%1</source>
        <translation>掩码对该查询隐藏了所有键：分数全为 -1e9，因此 %1 个键各得 1/%1</translation>
    </message>
    <message>
        <source>mean of the weights after dropout</source>
        <translation>dropout 之后权重的平均</translation>
    </message>
    <message>
        <source>dropped; before dropout %1</source>
        <translation>被 dropout 丢弃；丢弃前为 %1</translation>
    </message>
    <message>
        <source>after dropout; before %1</source>
        <translation>dropout 之后；之前为 %1</translation>
    </message>
    <message>
        <source>hidden by the mask</source>
        <translation>被掩码隐藏</translation>
    </message>
    <message>
        <source>query %1</source>
        <translation>查询 %1</translation>
    </message>
    <message>
        <source>key %1</source>
        <translation>键 %1</translation>
    </message>
    <message>
        <source>mean weight</source>
        <translation>平均权重</translation>
    </message>
    <message>
        <source>weight</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>score</source>
        <translation>分数</translation>
    </message>
    <message>
        <source>%1: query %2 &quot;%3&quot;, key %4 &quot;%5&quot;: weight %6</source>
        <comment>%1 is the head, %3 and %5 are tokens</comment>
        <translation>%1：查询 %2“%3”，键 %4“%5”：权重 %6</translation>
    </message>
    <message>
        <source>, score %1</source>
        <translation>，分数 %1</translation>
    </message>
    <message>
        <source>mean of its tile of %1 × %1</source>
        <translation>所在的 %1 × %1 小块的平均值</translation>
    </message>
    <message>
        <source>largest of its tile of %1 × %1</source>
        <translation>所在的 %1 × %1 小块的最大值</translation>
    </message>
</context>
<context>
    <name>ColourMap</name>
    <message>
        <source>Grey</source>
        <translation>灰度</translation>
    </message>
</context>
<context>
    <name>CommandLine</name>
    <message>
        <source>Line %1: %2</source>
        <translation>第 %1 行：%2</translation>
    </message>
    <message>
        <source>Standard input</source>
        <translation>标准输入</translation>
    </message>
    <message>
        <source>a number from 1 to 8</source>
        <translation>1 到 8 的数</translation>
    </message>
    <message>
        <source>a file name, with {name}, {heads}, {line} and {seed} in it, without / or \</source>
        <translation>文件名，其中可用 {name}、{heads}、{line} 和 {seed}，不能有 / 或 \</translation>
    </message>
    <message>
        <source>Standard output</source>
        <translation>标准输出</translation>
    </message>
    <message>
        <source>Computing: %1 %</source>
        <translation>正在计算：%1 %</translation>
    </message>
    <message>
        <source>a path</source>
        <translation>路径</translation>
    </message>
    <message>
        <source>whole numbers, separated by commas, each once</source>
        <translation>用逗号分隔的整数，不能重复</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>a whole number from 0 to 18446744073709551615</source>
        <translation>0 到 18446744073709551615 的整数</translation>
    </message>
    <message>
        <source>a number such as 0.5</source>
        <translation>数，例如 0.5</translation>
    </message>
    <message>
        <source>bytes, such as 8GiB, 512MiB or 1073741824</source>
        <translation>字节数，例如 8GiB、512MiB 或 1073741824</translation>
    </message>
    <message>
        <source>Writing %1, which takes %2.</source>
        <translation>正在写入 %1，大小为 %2。</translation>
    </message>
    <message>
        <source>a whole number from 1 to %1</source>
        <translation>1 到 %1 的整数</translation>
    </message>
</context>
<context>
    <name>Compare</name>
    <message>
        <source>weights from a file</source>
        <translation>文件中的参数</translation>
    </message>
    <message>
        <source>random weights (seed %1)</source>
        <translation>随机参数（种子 %1）</translation>
    </message>
    <message>
        <source>causal mask</source>
        <translation>因果掩码</translation>
    </message>
    <message>
        <source>mask from a file</source>
        <translation>文件中的掩码</translation>
    </message>
    <message>
        <source>median of %1 runs</source>
        <translation>取 %1 次运行的中位数</translation>
    </message>
    <message>
        <source>median of %1 to %2 runs</source>
        <translation>取 %1 到 %2 次运行的中位数</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>头数</translation>
    </message>
    <message>
        <source>Peak</source>
        <translation>峰值</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>Counted</source>
        <translation>实际计数</translation>
    </message>
    <message>
        <source>FLOPs forward</source>
        <translation>前向 FLOPs</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Peak of the forward pass of Headscope&apos;s engine, predicted by formulas and counted while it ran. Time of the forward pass on this machine, %1 after a first one. There are %2 parameters, whatever the number of heads.</source>
        <translation>峰值是 Headscope 引擎前向传播的内存峰值：预测值由公式算出，实际计数在运行时得到。时间是本机前向传播的时间，先运行一次不计，再%1。参数量是 %2，与头数无关。</translation>
    </message>
    <message>
        <source>Head</source>
        <translation>头</translation>
    </message>
    <message>
        <source>Entropy</source>
        <translation>熵</translation>
    </message>
    <message>
        <source>Relative</source>
        <translation>相对值</translation>
    </message>
    <message>
        <source>Distance</source>
        <translation>距离</translation>
    </message>
    <message>
        <source>Self</source>
        <translation>自身</translation>
    </message>
    <message>
        <source>Previous</source>
        <translation>前一个</translation>
    </message>
    <message>
        <source>First</source>
        <translation>第一个</translation>
    </message>
    <message>
        <source>Largest</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>Means over the rows. Entropy in nats, and relative to that of all visible keys alike; distance in tokens; weight on the query&apos;s own token, on the one before it and on the first; the largest weight.</source>
        <translation>都是各行的平均值。熵的单位是奈特，相对值是与所有可见键权重相同时的熵之比；距离以词元计；对查询自身、前一个和第一个词元的权重；最大的权重。</translation>
    </message>
    <message>
        <source>What the heads look at</source>
        <translation>各个头在看什么</translation>
    </message>
    <message>
        <source>tokens: %1</source>
        <translation>词元数：%1</translation>
    </message>
    <message>
        <source>sequences: %1, tokens of each: %2</source>
        <translation>序列数：%1，每条词元数：%2</translation>
    </message>
</context>
<context>
    <name>CostText</name>
    <message>
        <source>The article&apos;s module in PyTorch (CPU, measured)</source>
        <translation>文章的模块，PyTorch（CPU，实测）</translation>
    </message>
    <message>
        <source>Headscope materialised</source>
        <translation>Headscope 完整矩阵</translation>
    </message>
    <message>
        <source>Headscope blocked</source>
        <translation>Headscope 分块</translation>
    </message>
    <message>
        <source>materialised</source>
        <translation>完整矩阵</translation>
    </message>
    <message>
        <source>blocked</source>
        <translation>分块</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Inference</source>
        <translation>推理</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>No mask</source>
        <translation>没有掩码</translation>
    </message>
    <message>
        <source>(1, 1, n, n): one for all sequences and heads, the causal mask</source>
        <translation>(1, 1, n, n)：所有序列和头共用一个，如因果掩码</translation>
    </message>
    <message>
        <source>(batch, 1, n, n): one for each sequence</source>
        <translation>(batch, 1, n, n)：每个序列一个</translation>
    </message>
    <message>
        <source>(batch, 1, 1, n): hidden keys of each sequence, padding</source>
        <translation>(batch, 1, 1, n)：每个序列中被遮住的键，即填充</translation>
    </message>
    <message>
        <source>(batch, n_heads, n, n): one for each head</source>
        <translation>(batch, n_heads, n, n)：每个头一个</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>optimizer step</source>
        <translation>优化器更新</translation>
    </message>
    <message>
        <source>grows with h</source>
        <translation>随 h 增长</translation>
    </message>
    <message>
        <source>shrinks with h</source>
        <translation>随 h 减小</translation>
    </message>
    <message>
        <source>does not change</source>
        <translation>不变</translation>
    </message>
    <message>
        <source>computed, not measured</source>
        <translation>由公式算出，并非实测</translation>
    </message>
    <message>
        <source>one layer, batch %1, n = %2, d_model = %3, h = %4</source>
        <translation>一层，batch %1，n = %2，d_model = %3，h = %4</translation>
    </message>
    <message>
        <source>%1, not ×2</source>
        <translation>%1，而不是 ×2</translation>
    </message>
    <message>
        <source>%1, more than ×2</source>
        <translation>%1，超过 ×2</translation>
    </message>
    <message>
        <source>%1 of the peak grows with the heads</source>
        <translation>峰值中有 %1 随头数增长</translation>
    </message>
    <message>
        <source>More heads cut the same d_model into smaller d_k: only the n × n tensors grow with h.</source>
        <translation>头数增加，只是把同一个 d_model 切成更小的 d_k：只有 n × n 的张量随 h 增长。</translation>
    </message>
    <message>
        <source>Every head brings its own d_k, so d_model and all tensors grow with h: this alone explains the claim that memory is proportional to the number of heads.</source>
        <translation>每个头都带来自己的 d_k，于是 d_model 和所有张量都随 h 增长：“内存与头数成正比”的说法仅由此而来。</translation>
    </message>
    <message>
        <source>2h = %1 does not divide d_model = %2, so there is no second bar.</source>
        <translation>2h = %1 不能整除 d_model = %2，因此没有第二条。</translation>
    </message>
    <message>
        <source>At 2h = %1 a figure passes 63 bits.</source>
        <translation>2h = %1 时，有数值超过 63 位。</translation>
    </message>
    <message>
        <source>smaller ones: %1</source>
        <translation>较小的张量：%1</translation>
    </message>
    <message>
        <source>%1: made in %2, alive at the end</source>
        <translation>%1：在 %2 处分配，到最后仍未释放</translation>
    </message>
    <message>
        <source>%1: made in %2, released in %3</source>
        <translation>%1：在 %2 处分配，在 %3 处释放</translation>
    </message>
    <message>
        <source>; alive at the peak</source>
        <translation>；峰值时存在</translation>
    </message>
    <message>
        <source>%1 of %2, %3, %4: %5 %6, then %7 alive</source>
        <translation>第 %1 / %2 步，%3，%4：%5 %6，此后占用 %7</translation>
    </message>
    <message>
        <source>The maps of the heads show it: each cell is one number of it.</source>
        <translation>各头的热图画的就是它：每个格子是其中一个数。</translation>
    </message>
    <message>
        <source>With dropout the maps of the heads show it: each cell is one number of it.</source>
        <translation>启用 dropout 时，各头的热图画的就是它：每个格子是其中一个数。</translation>
    </message>
    <message>
        <source>Pointing at a cell of a head tells its score: one number of it.</source>
        <translation>指向某个头的格子，会显示其分数：那是其中一个数。</translation>
    </message>
    <message>
        <source>At %1 the peak grows like %2.</source>
        <translation>在 %1 处，峰值按 %2 增长。</translation>
    </message>
    <message>
        <source>Not even one token fits: %1 are needed, the budget is %2.</source>
        <translation>连一个词元也放不下：需要 %1，而预算是 %2。</translation>
    </message>
    <message>
        <source>needs %1; one token more breaks at %2</source>
        <translation>需要 %1；再多一个词元，就在 %2 处超出</translation>
    </message>
    <message>
        <source>The article&apos;s module in PyTorch (CPU, computed)</source>
        <translation>文章的模块，PyTorch（CPU，算出）</translation>
    </message>
    <message>
        <source>Article&apos;s module in PyTorch</source>
        <translation>文章的模块，PyTorch</translation>
    </message>
    <message>
        <source>measured: what PyTorch 1.13 allocates on the CPU, to the byte</source>
        <translation>实测：与 PyTorch 1.13 在 CPU 上分配的字节数完全相同</translation>
    </message>
    <message>
        <source>counted at every run, to the byte</source>
        <translation>每次运行都逐字节计数</translation>
    </message>
    <message>
        <source>; at 2h the peak is at another moment, when %1 is made</source>
        <translation>；2h 时峰值出现在另一时刻，即生成 %1 时</translation>
    </message>
    <message>
        <source>Every allocation of thousands of smaller runs was logged, and this is made by the rules that reproduce each of them to the byte.</source>
        <translation>记录过数千次较小运行中的每一次分配；这里的数字由能逐字节重现它们的规则得出。</translation>
    </message>
    <message>
        <source>More heads cut the same d_model into smaller d_k, and this engine has no n × n tensors: only one number for each row and head grows with h.</source>
        <translation>头数增加，只是把同一个 d_model 切成更小的 d_k；这个实现没有 n × n 的张量，随 h 增长的只有每行每个头的一个数。</translation>
    </message>
</context>
<context>
    <name>ErrorText</name>
    <message>
        <source>The text is empty or blank; write at least one word.</source>
        <translation>文本为空或只有空白；请至少输入一个词。</translation>
    </message>
    <message>
        <source>%1 is not valid UTF-8; the first bad byte is at offset %2.</source>
        <translation>%1 不是有效的 UTF-8；第一个错误字节的偏移量为 %2。</translation>
    </message>
    <message>
        <source>The text is %1 tokens long and the limit is %2; please shorten it.</source>
        <translation>文本有 %1 个词元，上限是 %2 个；请缩短文本。</translation>
    </message>
    <message>
        <source>d_model cannot be %1; it can be from %2 to %3.</source>
        <translation>d_model 不能是 %1；可以是 %2 到 %3。</translation>
    </message>
    <message>
        <source>The number of heads cannot be %1; it can be from 1 to d_model, here %2.</source>
        <translation>注意力头数不能是 %1；可以是 1 到 d_model（这里是 %2）。</translation>
    </message>
    <message>
        <source>d_model %1 cannot be split into %2 equal heads; the nearest that can are %3 and %4.</source>
        <translation>d_model %1 不能平均分成 %2 个注意力头；最接近的可用值是 %3 和 %4。</translation>
    </message>
    <message>
        <source>The temperature cannot be %1; it can be from %2 to %3.</source>
        <translation>温度不能是 %1；可以是 %2 到 %3。</translation>
    </message>
    <message>
        <source>The dropout probability cannot be %1; it can be 0 or more, and less than 1.</source>
        <translation>dropout 概率不能是 %1；它必须大于或等于 0 且小于 1。</translation>
    </message>
    <message>
        <source>d_model is %1 here, but %3 was made for d_model %2.</source>
        <translation>这里的 d_model 是 %1，但 %3 的 d_model 是 %2。</translation>
    </message>
    <message>
        <source>This needs %1 of memory and %2 are allowed; a shorter sequence or fewer heads need less.</source>
        <translation>这需要 %1 内存，而允许的是 %2；更短的序列或更少的注意力头需要的内存更少。</translation>
    </message>
    <message>
        <source>There is not enough memory for this; %1 are needed.</source>
        <translation>内存不足；需要 %1。</translation>
    </message>
    <message>
        <source>Stopped before the end.</source>
        <translation>已中途停止。</translation>
    </message>
    <message>
        <source>The input is so large that %1 passes the range of float32; scale it down.</source>
        <translation>输入的数值太大，%1 超出了 float32 的范围；请缩小输入。</translation>
    </message>
    <message>
        <source>%1 does not exist.</source>
        <translation>%1 不存在。</translation>
    </message>
    <message>
        <source>%1 cannot be read: %2.</source>
        <translation>无法读取 %1：%2。</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2.</source>
        <translation>无法写入 %1：%2。</translation>
    </message>
    <message>
        <source>%1 is too large: it has %2, and at most %3 are read.</source>
        <translation>%1 太大：它有 %2，最多读取 %3。</translation>
    </message>
    <message>
        <source>%1 is not a NumPy array file (.npy).</source>
        <translation>%1 不是 NumPy 数组文件（.npy）。</translation>
    </message>
    <message>
        <source>%1 is not a valid .npy file: its header is damaged.</source>
        <translation>%1 不是有效的 .npy 文件：文件头已损坏。</translation>
    </message>
    <message>
        <source>%1 holds values of type %2, which cannot be used here; save it as float32 or float64.</source>
        <translation>%1 的数据类型是 %2，这里不能使用；请保存为 float32 或 float64。</translation>
    </message>
    <message>
        <source>%1 is damaged: its header asks for %2 bytes of values, and the file has %3.</source>
        <translation>%1 已损坏：文件头要求 %2 字节的数据，文件中有 %3 字节。</translation>
    </message>
    <message>
        <source>%1 has shape %2; it should be %3.</source>
        <translation>%1 的形状是 %2；应当是 %3。</translation>
    </message>
    <message>
        <source>%1 has shape %2 and so holds no values.</source>
        <translation>%1 的形状是 %2，因此没有任何数值。</translation>
    </message>
    <message>
        <source>%1 holds %2 at index %3; every value must be a finite number.</source>
        <translation>%1 在索引 %3 处是 %2；所有数值都必须是有限数。</translation>
    </message>
    <message>
        <source>%1 is too short to be a .safetensors file: it ends after %2 bytes.</source>
        <translation>%1 太短，不是 .safetensors 文件：它只有 %2 字节。</translation>
    </message>
    <message>
        <source>%1 is damaged: it announces a header of %2 bytes, and the file has %3.</source>
        <translation>%1 已损坏：它声明文件头有 %2 字节，文件只有 %3 字节。</translation>
    </message>
    <message>
        <source>%1 is not a valid .safetensors file: its header is damaged.</source>
        <translation>%1 不是有效的 .safetensors 文件：文件头已损坏。</translation>
    </message>
    <message>
        <source>%1 is damaged: %2 should lie at bytes %3 to %4, and the file has %5 bytes of data.</source>
        <translation>%1 已损坏：%2 应位于第 %3 到 %4 字节，而文件有 %5 字节的数据。</translation>
    </message>
    <message>
        <source>%1 is damaged: %2 takes %3 bytes, and its shape and type need %4.</source>
        <translation>%1 已损坏：%2 占 %3 字节，而它的形状和类型需要 %4 字节。</translation>
    </message>
    <message>
        <source>%1 is damaged: the tensors %2 and %3 overlap.</source>
        <translation>%1 已损坏：张量 %2 和 %3 重叠。</translation>
    </message>
    <message>
        <source>%1 has no tensor %2; W_q, W_k, W_v and W_o are needed, each with weight and bias.</source>
        <translation>%1 中没有张量 %2；需要 W_q、W_k、W_v 和 W_o，每个都有 weight 和 bias。</translation>
    </message>
    <message>
        <source>%1 is damaged: it names the tensor %2 more than once.</source>
        <translation>%1 已损坏：张量 %2 出现了不止一次。</translation>
    </message>
    <message>
        <source>%1 holds %2 as %3, which cannot be used here; save it as F32, F64, F16 or BF16.</source>
        <translation>%1 中 %2 的类型是 %3，这里不能使用；请保存为 F32、F64、F16 或 BF16。</translation>
    </message>
    <message>
        <source>%1 also needs %2.</source>
        <translation>使用 %1 时还需要 %2。</translation>
    </message>
    <message>
        <source>%1 is given more than once.</source>
        <translation>%1 给出了不止一次。</translation>
    </message>
    <message>
        <source>%1 cannot be “%2”; allowed: %3.</source>
        <translation>%1 不能是“%2”；可以是：%3。</translation>
    </message>
    <message>
        <source>%1 and %2 cannot be used together.</source>
        <translation>%1 和 %2 不能同时使用。</translation>
    </message>
    <message>
        <source>There is no head %1; heads count from 0, and the number of heads is %2.</source>
        <translation>没有注意力头 %1；注意力头从 0 开始计数，共有 %2 个。</translation>
    </message>
    <message>
        <source>%1 has shape %2; a mask for this text should be %3.</source>
        <translation>%1 的形状是 %2；用于此文本的掩码应当是 %3。</translation>
    </message>
    <message>
        <source>--name “%1” would give two files the name %2; {name}, {heads} and {line} keep them apart.</source>
        <translation>--name “%1”会使两个文件都叫 %2；可用 {name}、{heads} 和 {line} 区分它们。</translation>
    </message>
    <message>
        <source>There is no display to open a window on: neither DISPLAY nor WAYLAND_DISPLAY is set; “headscope attend --help” tells how to work without one.</source>
        <translation>没有可以打开窗口的显示器：DISPLAY 和 WAYLAND_DISPLAY 都没有设置；“headscope attend --help”说明如何在没有显示器时使用。</translation>
    </message>
    <message>
        <source>permission denied</source>
        <translation>没有权限</translation>
    </message>
    <message>
        <source>its folder does not exist</source>
        <translation>所在的文件夹不存在</translation>
    </message>
    <message>
        <source>it is a folder</source>
        <translation>它是一个文件夹</translation>
    </message>
    <message>
        <source>a part of its path is not a folder</source>
        <translation>路径中有一部分不是文件夹</translation>
    </message>
    <message>
        <source>the file system is read-only</source>
        <translation>文件系统是只读的</translation>
    </message>
    <message>
        <source>the disk is full</source>
        <translation>磁盘已满</translation>
    </message>
    <message>
        <source>the disk quota is used up</source>
        <translation>磁盘配额已用完</translation>
    </message>
    <message>
        <source>the file would be larger than allowed</source>
        <translation>文件会超过允许的大小</translation>
    </message>
    <message>
        <source>its name is too long</source>
        <translation>名称太长</translation>
    </message>
    <message>
        <source>the device reports an error</source>
        <translation>设备报告错误</translation>
    </message>
    <message>
        <source>There is not enough memory for this.</source>
        <translation>内存不足。</translation>
    </message>
    <message>
        <source>The window cannot be opened (%1); “headscope attend --help” tells how to work without a display.</source>
        <translation>无法打开窗口（%1）；“headscope attend --help”说明如何在没有显示器时使用。</translation>
    </message>
    <message>
        <source>With this the text would have %1 characters; the window takes at most %2.</source>
        <translation>这样文本将有 %1 个字符；窗口最多接受 %2 个。</translation>
    </message>
    <message>
        <source>%1 cannot be %2; it can be 1 or more.</source>
        <translation>%1 不能是 %2，应为 1 或更大的数。</translation>
    </message>
    <message>
        <source>With batch %1, seq_len %2, d_model %3 and %4 heads a figure passes 63 bits; smaller sizes can be counted.</source>
        <translation>batch 为 %1、seq_len 为 %2、d_model 为 %3、注意力头数为 %4 时，有数值超出 63 位；请用较小的尺寸。</translation>
    </message>
    <message>
        <source>Training cannot use %1, which has no gradient; float32, float16 and bfloat16 can.</source>
        <translation>训练不能使用 %1，因为它没有梯度；可以使用 float32、float16 和 bfloat16。</translation>
    </message>
    <message>
        <source>The number of heads %1 cannot be shared out among %2 key-value heads equally; it should be a multiple of theirs.</source>
        <translation>%1 个注意力头不能平均分给 %2 个键值头；头数应是键值头数的整数倍。</translation>
    </message>
    <message>
        <source>The number of heads %1 cannot be shared out among %2 devices equally; it should be a multiple of theirs.</source>
        <translation>%1 个注意力头不能平均分给 %2 台设备；头数应是设备数的整数倍。</translation>
    </message>
    <message>
        <source>“%1” is not a known argument; see %2 --help.</source>
        <translation>“%1”不是已知的参数；请参阅 %2 --help。</translation>
    </message>
    <message>
        <source>%1 is needed; see %2 --help.</source>
        <translation>需要 %1；请参阅 %2 --help。</translation>
    </message>
    <message>
        <source>One of %1 is needed; see %2 --help.</source>
        <translation>需要 %1 之一；请参阅 %2 --help。</translation>
    </message>
    <message>
        <source>%1 needs a value; see %2 --help.</source>
        <translation>%1 需要一个值；请参阅 %2 --help。</translation>
    </message>
    <message>
        <source>The training has diverged: at step %1 the loss or its gradient is beyond the range of float32. A lower rate helps.</source>
        <translation>训练发散：第 %1 步的损失或梯度超出了 float32 的范围。降低学习率会有帮助。</translation>
    </message>
    <message>
        <source>%1 does not hold a trained model that can be read here: %2 is missing or damaged.</source>
        <translation>%1 中没有可在此读取的训练模型：%2 缺失或已损坏。</translation>
    </message>
    <message>
        <source>%1 cannot be written: it takes %2, and the disk has %3 free.</source>
        <translation>无法写入 %1：需要 %2，而磁盘只剩 %3 可用空间。</translation>
    </message>
    <message>
        <source>Line %2 of %1: the number of columns is %3; it should be %4.</source>
        <translation>%1 第 %2 行：列数是 %3，应为 %4。</translation>
    </message>
    <message>
        <source>Line %2 of %1: a field that begins with a quotation mark should end with one, and a quotation mark inside it be doubled.</source>
        <translation>%1 第 %2 行：以引号开头的字段应以引号结尾，其中的引号要写两遍。</translation>
    </message>
    <message>
        <source>Line %2 of %1: the column “%3” is empty.</source>
        <translation>%1 第 %2 行：“%3”这一列是空的。</translation>
    </message>
    <message>
        <source>Line %2 of %1 is %3 characters long; at most %4 can be trained.</source>
        <translation>%1 第 %2 行有 %3 个字符；最多能训练 %4 个。</translation>
    </message>
    <message>
        <source>The number of different rows in %1 is %2; at least %3 are needed.</source>
        <translation>%1 中不同的行数是 %2；至少需要 %3 行。</translation>
    </message>
    <message>
        <source>The number of different characters in %1 is %2; at most %3 can be trained.</source>
        <translation>%1 中不同的字符数是 %2；最多能训练 %3 个。</translation>
    </message>
    <message>
        <source>There is no task “%1”; there are %2.</source>
        <translation>没有任务“%1”；可用的任务有 %2。</translation>
    </message>
    <message>
        <source>The number of needles cannot be %1; it can be from %2 to %3.</source>
        <translation>要找的针数不能是 %1；可以是 %2 到 %3。</translation>
    </message>
</context>
<context>
    <name>Figure</name>
    <message>
        <source>%1 words</source>
        <translation>%1 个词</translation>
    </message>
    <message>
        <source>%1 characters</source>
        <translation>%1 个字符</translation>
    </message>
    <message>
        <source>sinusoidal positions</source>
        <translation>正弦位置编码</translation>
    </message>
    <message>
        <source>no positions</source>
        <translation>无位置编码</translation>
    </message>
    <message>
        <source>arrays, %1 queries, %2 keys</source>
        <translation>数组，%1 个查询，%2 个键</translation>
    </message>
    <message>
        <source>batch entry %1 of 0 to %2</source>
        <translation>批次中的第 %1 项（0 到 %2）</translation>
    </message>
    <message>
        <source>weights from %1</source>
        <translation>权重来自 %1</translation>
    </message>
    <message>
        <source>embeddings of seed %1</source>
        <translation>嵌入的随机种子 %1</translation>
    </message>
    <message>
        <source>random weights, seed %1</source>
        <translation>随机权重，种子 %1</translation>
    </message>
    <message>
        <source>no mask</source>
        <translation>无掩码</translation>
    </message>
    <message>
        <source>causal mask</source>
        <translation>因果掩码</translation>
    </message>
    <message>
        <source>padding mask, last %1 keys</source>
        <translation>填充掩码，最后 %1 个键</translation>
    </message>
    <message>
        <source>mask from a matrix</source>
        <translation>矩阵掩码</translation>
    </message>
    <message>
        <source>temperature %1</source>
        <translation>温度 %1</translation>
    </message>
    <message>
        <source>after dropout %1, dropout seed %2</source>
        <translation>dropout %1 之后，dropout 种子 %2</translation>
    </message>
    <message>
        <source>%1 heads, d_model %2, d_k %3</source>
        <translation>%1 个注意力头，d_model %2，d_k %3</translation>
    </message>
    <message>
        <source>largest %1</source>
        <translation>最大值 %1</translation>
    </message>
    <message>
        <source>Colours: 0 to the largest of each head, written above it</source>
        <translation>颜色：0 到各注意力头的最大值（写在其上方）</translation>
    </message>
    <message>
        <source>Attention, %1</source>
        <translation>注意力，%1</translation>
    </message>
    <message>
        <source>Attention, all heads shown side by side</source>
        <translation>注意力，各头并列</translation>
    </message>
    <message>
        <source>map of %1 × %1 tiles</source>
        <translation>%1 × %1 小块的概览图</translation>
    </message>
    <message>
        <source>%1, colours to %2</source>
        <comment>%1 is the largest weight</comment>
        <translation>%1，颜色到 %2</translation>
    </message>
    <message>
        <source>Colours: 0 to the median of the tile rows&apos; largest of each head, written above it; larger values show the last colour</source>
        <translation>颜色：0 到每个头中各行小块最大值的中位数（写在图上方）；更大的值用最后一种颜色</translation>
    </message>
    <message>
        <source>Colours: 0 to the median of the rows&apos; largest of each head, written above it; larger values show the last colour</source>
        <translation>颜色：0 到每个头中各行最大值的中位数（写在图上方）；更大的值用最后一种颜色</translation>
    </message>
</context>
<context>
    <name>HeadPicture</name>
    <message>
        <source>Mean of heads</source>
        <translation>各注意力头的平均</translation>
    </message>
    <message>
        <source>Head %1</source>
        <translation>注意力头 %1</translation>
    </message>
</context>
<context>
    <name>Heatmap</name>
    <message>
        <source>one label in %1 is shown</source>
        <translation>每 %1 个标签显示一个</translation>
    </message>
    <message>
        <source>one query label in %1 and one key label in %2 are shown</source>
        <translation>查询标签每 %1 个显示一个，键标签每 %2 个显示一个</translation>
    </message>
    <message>
        <source>every key is hidden from this query: all weights 0</source>
        <translation>该查询的所有键都被隐藏：权重全为 0</translation>
    </message>
    <message>
        <source>every key is hidden from this query: 1/%1 each</source>
        <translation>该查询的所有键都被隐藏：各为 1/%1</translation>
    </message>
    <message>
        <source>query</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>Colours: 0 to the largest of the mean, %1</source>
        <translation>颜色：0 到平均值中的最大值 %1</translation>
    </message>
    <message>
        <source>Colours: 0 to the largest of this head, %1</source>
        <translation>颜色：0 到该注意力头的最大值 %1</translation>
    </message>
    <message>
        <source>Colours: 0 to the largest of all heads, %1</source>
        <translation>颜色：0 到所有注意力头的最大值 %1</translation>
    </message>
    <message>
        <source>Colours: 0 to 1</source>
        <translation>颜色：0 到 1</translation>
    </message>
    <message>
        <source>Colours: 0 to 1/(1 - p) = %1, with dropout</source>
        <translation>颜色：0 到 1/(1 - p) = %1（有 dropout）</translation>
    </message>
    <message>
        <source>hidden by the mask</source>
        <translation>被掩码隐藏</translation>
    </message>
    <message>
        <source>long labels are shortened (…)</source>
        <translation>过长的标签已缩短（…）</translation>
    </message>
    <message>
        <source>largest</source>
        <translation>最大值</translation>
    </message>
    <message>
        <source>each pixel is the largest of its cells</source>
        <translation>每个像素显示其所含单元格中的最大值</translation>
    </message>
    <message>
        <source>each pixel is the largest of its tiles</source>
        <translation>每个像素取其中各小块的最大值</translation>
    </message>
    <message>
        <source>a map: the mean of each tile of %1 × %1 weights</source>
        <translation>概览图：每个小块是 %1 × %1 个权重的平均值</translation>
    </message>
    <message>
        <source>a map: the largest of each tile of %1 × %1 weights</source>
        <translation>概览图：每个小块是 %1 × %1 个权重的最大值</translation>
    </message>
    <message>
        <source>≥ top</source>
        <translation>≥ 上限</translation>
    </message>
    <message>
        <source>Colours: 0 to the median of the tile rows&apos; largest, %1; larger values show the last colour</source>
        <translation>颜色：0 到各行小块最大值的中位数 %1；更大的值用最后一种颜色</translation>
    </message>
    <message>
        <source>Colours: 0 to the median of the rows&apos; largest, %1; larger values show the last colour</source>
        <translation>颜色：0 到各行最大值的中位数 %1；更大的值用最后一种颜色</translation>
    </message>
    <message>
        <source>hidden by the mask, wholly or in part</source>
        <translation>被掩码全部或部分隐藏</translation>
    </message>
</context>
<context>
    <name>Help</name>
    <message>
        <source>Shows this help.</source>
        <translation>显示此帮助。</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>示例</translation>
    </message>
    <message>
        <source>Headscope shows what every head of multi-head attention looks at, with exact and reproducible numbers.</source>
        <translation>Headscope 显示多头注意力中每个注意力头在看什么，数值精确、可复现。</translation>
    </message>
    <message>
        <source>Usage</source>
        <translation>用法</translation>
    </message>
    <message>
        <source>Opens the window.</source>
        <translation>打开窗口。</translation>
    </message>
    <message>
        <source>Writes figures and numbers; needs no display.</source>
        <translation>写出图和数值；不需要显示器。</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>选项</translation>
    </message>
    <message>
        <source>Shows the version, the instruction set and the version of Qt.</source>
        <translation>显示版本、指令集和 Qt 的版本。</translation>
    </message>
    <message>
        <source>Computes attention with every head and writes figures and numbers into a folder. The paths of the files written are printed, one a line.</source>
        <translation>计算每个注意力头的注意力，把图和数值写入一个文件夹。写出的文件的路径会逐行打印。</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>Exit status</source>
        <translation>退出状态</translation>
    </message>
    <message>
        <source>0: all files are written. 2: something in the input is wrong. 1: something failed, the disk was full for example. 130: stopped with Ctrl+C. Nothing half-written is left behind.</source>
        <translation>0：所有文件都已写出。2：输入有误。1：操作失败，例如磁盘已满。130：用 Ctrl+C 停止。不会留下写了一半的文件。</translation>
    </message>
    <message>
        <source>Input (one of --text, --texts and --input)</source>
        <translation>输入（--text、--texts 和 --input 之一）</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>图</translation>
    </message>
    <message>
        <source>One text.</source>
        <translation>一段文本。</translation>
    </message>
    <message>
        <source>A file with one text a line; blank lines are skipped, - is standard input.</source>
        <translation>每行一段文本的文件；跳过空行，- 表示标准输入。</translation>
    </message>
    <message>
        <source>Query array, (n, d_model) or (batch, n, d_model), float32 or float64. Also key and value where those are not given.</source>
        <translation>查询数组，(n, d_model) 或 (batch, n, d_model)，float32 或 float64。没有给出键和值时，它也是键和值。</translation>
    </message>
    <message>
        <source>Key array of cross-attention; needs --value.</source>
        <translation>交叉注意力的键数组；需要 --value。</translation>
    </message>
    <message>
        <source>Value array of cross-attention; needs --key.</source>
        <translation>交叉注意力的值数组；需要 --key。</translation>
    </message>
    <message>
        <source>How a text is cut. Default: words.</source>
        <translation>文本的切分方式：词或字符。默认：words。</translation>
    </message>
    <message>
        <source>Positional encoding of a text. Default: sinusoidal.</source>
        <translation>文本的位置编码。默认：sinusoidal。</translation>
    </message>
    <message>
        <source>Number of heads; with several, each is computed. Default: 8.</source>
        <translation>注意力头数；给出多个时逐一计算。默认：8。</translation>
    </message>
    <message>
        <source>Model dimension. Default: 512; with --input or --weights that of the file.</source>
        <translation>模型维度。默认：512；使用 --input 或 --weights 时取自文件。</translation>
    </message>
    <message>
        <source>Parameters from a file with W_q.weight, W_q.bias and so on for W_k, W_v and W_o. Default: random parameters.</source>
        <translation>参数文件，含 W_q.weight、W_q.bias，W_k、W_v 和 W_o 也是如此。默认：随机参数。</translation>
    </message>
    <message>
        <source>Seed of embeddings and random parameters. Default: 42.</source>
        <translation>嵌入和随机参数的种子。默认：42。</translation>
    </message>
    <message>
        <source>Divides the scores, 0.001 to 1000. Default: 1.</source>
        <translation>温度，用来除注意力分数，0.001 到 1000。默认：1。</translation>
    </message>
    <message>
        <source>What a query may look at; in a file, (n_q, n_k) or (batch, n_q, n_k), 0 is hidden. Causal lets the last query see the last key. Default: none.</source>
        <translation>掩码，即查询可以看到什么；文件的形状是 (n_q, n_k) 或 (batch, n_q, n_k)，0 表示隐藏。causal（因果掩码）让最后一个查询看到最后一个键。默认：none。</translation>
    </message>
    <message>
        <source>A row with every key hidden: 1/n_k each, as in the article, or zeros. Default: article.</source>
        <translation>所有键都被隐藏的行：每个为 1/n_k（与文章相同），或者为零。默认：article。</translation>
    </message>
    <message>
        <source>Dropout probability, 0 or more and less than 1; above 0 is training mode. Default: 0.</source>
        <translation>dropout 概率，大于或等于 0 且小于 1；大于 0 即训练模式。默认：0。</translation>
    </message>
    <message>
        <source>Seed of dropout. Default: 42.</source>
        <translation>dropout 的种子。默认：42。</translation>
    </message>
    <message>
        <source>Folder for the files; it is made where it is missing. Default: the current folder.</source>
        <translation>写入文件的文件夹；不存在时会创建。默认：当前文件夹。</translation>
    </message>
    <message>
        <source>png, svg and pdf (figures), csv, json and npy (numbers). Default: png.</source>
        <translation>png、svg 和 pdf（图），csv、json 和 npy（数值）。默认：png。</translation>
    </message>
    <message>
        <source>File names without ending, made of text and {name} (attention or output), {heads}, {line} and {seed}. Default: {name}, with --texts {name}_{line}, and _h{heads} added where there are several numbers of heads.</source>
        <translation>不带扩展名的文件名，由文字和 {name}（attention 或 output）、{heads}、{line}、{seed} 组成。默认：{name}；使用 --texts 时为 {name}_{line}；有多个注意力头数时再加上 _h{heads}。</translation>
    </message>
    <message>
        <source>Heads to draw, from 0. Default: all.</source>
        <translation>要画出的注意力头，从 0 开始。默认：全部。</translation>
    </message>
    <message>
        <source>All heads in one figure, or a figure for each head, with _head0 and so on added to its name. A batch has a figure for each of its members, with _b0 and so on. Default: grid.</source>
        <translation>所有注意力头在一张图中，或每个注意力头一张图，文件名加上 _head0 等。一批输入的每个成员各有一张图，文件名加上 _b0 等。默认：grid。</translation>
    </message>
    <message>
        <source>Size of a png, 1 to 8. Default: 1.</source>
        <translation>png 的放大倍数，1 到 8。默认：1。</translation>
    </message>
    <message>
        <source>viridis, cividis, magma or grey. Default: viridis.</source>
        <translation>viridis、cividis、magma 或 grey。默认：viridis。</translation>
    </message>
    <message>
        <source>Shows the options of %1.</source>
        <translation>显示 %1 的选项。</translation>
    </message>
    <message>
        <source>The layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>What is counted</source>
        <translation>统计什么</translation>
    </message>
    <message>
        <source>More questions</source>
        <translation>更多问题</translation>
    </message>
    <message>
        <source>One JSON object instead of tables; bytes are whole numbers.</source>
        <translation>输出一个 JSON 对象，而不是表格；字节数都是整数。</translation>
    </message>
    <message>
        <source>Number of sequences. Default: 1.</source>
        <translation>序列的条数。默认：1。</translation>
    </message>
    <message>
        <source>Tokens of each sequence; needed.</source>
        <translation>每条序列的词元数；必须给出。</translation>
    </message>
    <message>
        <source>Model dimension. Default: 512.</source>
        <translation>模型维度。默认：512。</translation>
    </message>
    <message>
        <source>Number of heads; several are set side by side. Default: 8.</source>
        <translation>注意力头数；给出多个时并排比较。默认：8。</translation>
    </message>
    <message>
        <source>Shape of the mask: batch or 1, heads or 1, queries or 1, keys. Default: none.</source>
        <translation>掩码的形状：批大小或 1、头数或 1、查询数或 1、键数。默认：none（无掩码）。</translation>
    </message>
    <message>
        <source>Dropout probability, 0 or more and less than 1; drawn in training only. Default: 0.</source>
        <translation>dropout 概率，大于等于 0 且小于 1；只在训练时使用。默认：0。</translation>
    </message>
    <message>
        <source>Training adds what is saved, gradients and AdamW&apos;s states. Default: inference.</source>
        <translation>inference 是推理，training 是训练；训练还包括保存的张量、梯度和 AdamW 的状态。默认：inference。</translation>
    </message>
    <message>
        <source>Whose tensors: those of the article&apos;s module in PyTorch, of Headscope&apos;s engine that keeps every step, or of the one that works block by block. Default: pytorch.</source>
        <translation>统计谁的张量：文章中的模块在 PyTorch 里的、Headscope 保留每一步结果的引擎的，或逐块计算的引擎的。默认：pytorch。</translation>
    </message>
    <message>
        <source>float32, float16, bfloat16 or int8; all but float32 are computed, not measured. Default: float32.</source>
        <translation>float32、float16、bfloat16 或 int8；除 float32 外都是计算值，不是实测值。默认：float32。</translation>
    </message>
    <message>
        <source>Threads of Headscope&apos;s engines. Default: 1.</source>
        <translation>Headscope 引擎的线程数。默认：1。</translation>
    </message>
    <message>
        <source>The longest sequence that fits, and the tensor that breaks it: 8GiB, 512MiB or a number of bytes.</source>
        <translation>给出放得下的最长序列，以及最先放不下的张量：8GiB、512MiB 或字节数。</translation>
    </message>
    <message>
        <source>Says what a layer costs in memory and FLOPs, exact to the byte.</source>
        <translation>给出一层的内存和 FLOPs 开销，精确到字节。</translation>
    </message>
    <message>
        <source>Every tensor of a layer of multi-head self-attention with its bytes, what is alive at the peak, and how much of it grows with the number of heads. Nothing is run.</source>
        <translation>列出一层多头自注意力的每个张量及其字节数、峰值时有哪些张量，以及其中多少随头数增长。不做实际运算。</translation>
    </message>
    <message>
        <source>0: the answer is printed. 2: something in the input is wrong, or so large that a figure would pass 63 bits. 1: something failed.</source>
        <translation>0：结果已输出。2：输入有误，或者数值太大，超过 63 位。1：运行失败。</translation>
    </message>
    <message>
        <source>Key-value heads of the KV cache: fewer than heads is grouped-query attention, 1 multi-query. Default: as many as heads.</source>
        <translation>KV 缓存的键值头数：少于头数是分组查询注意力，1 是多查询注意力。默认：与头数相同。</translation>
    </message>
    <message>
        <source>Also the share of each device when the heads are split over so many.</source>
        <translation>另外给出把各个头分到这么多台设备上时每台设备的份额。</translation>
    </message>
    <message>
        <source>Input (one of --text and --input)</source>
        <translation>输入（--text 和 --input 之一）</translation>
    </message>
    <message>
        <source>Query, key and value array, (n, d_model) or (batch, n, d_model), float32 or float64.</source>
        <translation>查询、键和值共用的数组，(n, d_model) 或 (batch, n, d_model)，float32 或 float64。</translation>
    </message>
    <message>
        <source>Numbers of heads to compare. Default: 1,2,4,8,16.</source>
        <translation>要比较的注意力头数。默认：1,2,4,8,16。</translation>
    </message>
    <message>
        <source>Sets numbers of heads side by side on a text.</source>
        <translation>在同一段文本上并排比较不同的头数。</translation>
    </message>
    <message>
        <source>Runs the attention with each number of heads: bytes and FLOPs, the time measured here, and what every head looks at: entropy, distance, weight on itself, on the token before and on the first.</source>
        <translation>用每种头数计算注意力：字节数和 FLOPs、在本机实测的时间，以及每个头在看什么：熵、距离、对自身、前一个词元和第一个词元的权重。</translation>
    </message>
    <message>
        <source>0: the answer is printed. 2: something in the input is wrong. 1: something failed. 130: stopped with Ctrl+C.</source>
        <translation>0：结果已输出。2：输入有误。1：运行失败。130：被 Ctrl+C 中断。</translation>
    </message>
    <message>
        <source>Also the total of so many equal layers. Default: 1.</source>
        <translation>另给出这么多个相同层的总和。默认：1。</translation>
    </message>
    <message>
        <source>Colours from 0 to the largest weight of each head, to that of all heads, to 1, or to the median of the rows&apos; largest. Default: auto, which is median-row for more than 64 tokens under the causal mask, else head.</source>
        <translation>颜色从 0 到每个头的最大权重（head）、到所有头的最大权重（all）、到 1（unit），或到各行最大值的中位数（median-row）。默认：auto，即因果掩码下超过 64 个词元时为 median-row，否则为 head。</translation>
    </message>
    <message>
        <source>The task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>The training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>needles (the values of k keys among twelve items), skip-markov (the next symbol from those 0, 1, 3, 6 and 10 back), reverse, sort, induction (copying what repeats), brackets, or csv (a task of your own); needed.</source>
        <translation>needles（在 12 个条目中找出 k 个键的值）、skip-markov（由往前 0、1、3、6、10 个位置的符号预测下一个）、reverse（倒序）、sort（排序）、induction（照抄重复的内容）、brackets（括号）或 csv（自己的任务）；必须给出。</translation>
    </message>
    <message>
        <source>Keys asked for by needles, 1 to 4. Default: 4.</source>
        <translation>needles 一次问几个键，1 到 4。默认：4。</translation>
    </message>
    <message>
        <source>Pairs of input and target for --task csv, two columns; a token for each character. A tenth of them is held out.</source>
        <translation>--task csv 的输入和目标，一行一对，共两列；每个字符是一个词元。其中十分之一留作验证。</translation>
    </message>
    <message>
        <source>Numbers of heads to compare. Default: 1,2,4,8.</source>
        <translation>要比较的注意力头数量。默认：1,2,4,8。</translation>
    </message>
    <message>
        <source>Model dimension. Default: 64.</source>
        <translation>模型维度。默认：64。</translation>
    </message>
    <message>
        <source>Layers. Default: what suits the task.</source>
        <translation>层数。默认：按任务而定。</translation>
    </message>
    <message>
        <source>Runs of each number of heads. Default: 3.</source>
        <translation>每种头数训练几次。默认：3。</translation>
    </message>
    <message>
        <source>Steps of each run. Default: what suits the task.</source>
        <translation>每次训练的步数。默认：按任务而定。</translation>
    </message>
    <message>
        <source>Sequences of a step. Default: 128.</source>
        <translation>每一步的序列数。默认：128。</translation>
    </message>
    <message>
        <source>Seed of the task and of the first run; the next run has the next. Default: 42.</source>
        <translation>任务和第一次训练的种子；之后每次训练依次加一。默认：42。</translation>
    </message>
    <message>
        <source>Threads; the numbers do not depend on them. Default: what the machine has.</source>
        <translation>线程数；结果与它无关。默认：机器有多少用多少。</translation>
    </message>
    <message>
        <source>Also writes each trained model (safetensors) and the curves (csv) into this folder.</source>
        <translation>同时把每个训练好的模型（safetensors）和曲线（csv）写入这个文件夹。</translation>
    </message>
    <message>
        <source>Trains small models: how many heads does a task need?</source>
        <translation>训练小模型：一个任务需要多少个注意力头？</translation>
    </message>
    <message>
        <source>Trains a small model with each number of heads on a task, with the same batches and steps and several seeds, and says how well they do on held-out sequences. A difference no larger than the spread over the seeds is called none.</source>
        <translation>用每种头数在同一任务上训练一个小模型，批次和步数相同，种子有好几个，并给出它们在留出序列上的成绩。不超过种子间波动的差别不算差别。</translation>
    </message>
    <message>
        <source>0: the answer is printed. 2: something in the input is wrong. 1: something failed. 130: stopped with Ctrl+C; then nothing is written.</source>
        <translation>0：已输出结果。2：输入有误。1：运行失败。130：被 Ctrl+C 中止，此时不写任何文件。</translation>
    </message>
</context>
<context>
    <name>Memory</name>
    <message>
        <source>mask %1</source>
        <translation>掩码 %1</translation>
    </message>
    <message>
        <source>no mask</source>
        <translation>无掩码</translation>
    </message>
    <message>
        <source>dropout %1</source>
        <translation>dropout %1</translation>
    </message>
    <message>
        <source>threads: %1</source>
        <translation>线程数：%1</translation>
    </message>
    <message>
        <source>training, one layer</source>
        <translation>训练，一层</translation>
    </message>
    <message>
        <source>inference, one layer</source>
        <translation>推理，一层</translation>
    </message>
    <message>
        <source>Peak</source>
        <translation>峰值</translation>
    </message>
    <message>
        <source>  of it with the heads</source>
        <translation>  其中随头数增长</translation>
    </message>
    <message>
        <source>Peak of the forward pass</source>
        <translation>前向传播的峰值</translation>
    </message>
    <message>
        <source>Alive after the forward pass</source>
        <translation>前向传播后仍占用</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>AdamW&apos;s states</source>
        <translation>AdamW 的状态</translation>
    </message>
    <message>
        <source>Peak of the optimizer&apos;s step</source>
        <translation>优化器更新时的峰值</translation>
    </message>
    <message>
        <source>Needed in all</source>
        <translation>总共需要</translation>
    </message>
    <message>
        <source>FLOPs forward</source>
        <translation>前向 FLOPs</translation>
    </message>
    <message>
        <source>FLOPs backward</source>
        <translation>反向 FLOPs</translation>
    </message>
    <message>
        <source>Peak and alive count what the layer allocates: neither its input nor parameters nor optimizer. There are %1 parameters, whatever the number of heads.</source>
        <translation>峰值和占用只计这一层自己分配的内存，不含输入、参数和优化器。参数量是 %1，与头数无关。</translation>
    </message>
    <message>
        <source>the same</source>
        <translation>不变</translation>
    </message>
    <message>
        <source>grows</source>
        <translation>变大</translation>
    </message>
    <message>
        <source>shrinks</source>
        <translation>变小</translation>
    </message>
    <message>
        <source>the end</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>At peak</source>
        <translation>峰值时</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>More heads</source>
        <translation>头数增加时</translation>
    </message>
    <message>
        <source>Alive</source>
        <translation>存在期间</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Formula</source>
        <translation>算式</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>在</translation>
    </message>
    <message>
        <source>Tensors, the largest first</source>
        <translation>张量（从大到小）</translation>
    </message>
    <message>
        <source>%1 of the peak grows with the number of heads.</source>
        <translation>峰值中有 %1 随头数增长。</translation>
    </message>
    <message>
        <source>With %1 heads the peak is %2 (%3) if d_model stays.</source>
        <translation>头数为 %1 时：如果 d_model 不变，峰值是现在的 %2（%3）。</translation>
    </message>
    <message>
        <source>%1 heads do not divide d_model.</source>
        <translation>d_model 不能被 %1 个头整除。</translation>
    </message>
    <message>
        <source>With %1 heads the peak is %2 (%3) if d_k stays, for then d_model becomes %4.</source>
        <translation>头数为 %1 时：如果 d_k 不变，峰值是现在的 %2（%3），因为 d_model 会变成 %4。</translation>
    </message>
    <message>
        <source>one tensor of scores is as large as Q</source>
        <translation>一个分数张量与 Q 一样大</translation>
    </message>
    <message>
        <source>scores and weights are half of the peak (inference)</source>
        <translation>分数和权重占峰值的一半（推理）</translation>
    </message>
    <message>
        <source>Q K^T and weights V cost the FLOPs of the projections</source>
        <translation>Q K^T 与权重乘 V 的 FLOPs 等于线性投影的 FLOPs</translation>
    </message>
    <message>
        <source>Break-even lengths</source>
        <translation>相等点（序列长度）</translation>
    </message>
    <message>
        <source>%1 layers (computed, not measured)</source>
        <translation>%1 层合计（计算值，非实测）</translation>
    </message>
    <message>
        <source>Not even one token fits in %1: %2 would be needed, and “%3” does not fit.</source>
        <translation>%1 连一个词元也放不下：需要 %2，“%3”放不下。</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>头数</translation>
    </message>
    <message>
        <source>With the heads</source>
        <translation>随头数增长</translation>
    </message>
    <message>
        <source>Alive after forward</source>
        <translation>前向后仍占用</translation>
    </message>
    <message>
        <source>The article&apos;s module in PyTorch (CPU, measured)</source>
        <translation>文章中的模块，PyTorch（CPU，实测）</translation>
    </message>
    <message>
        <source>The article&apos;s module in PyTorch (computed, not measured)</source>
        <translation>文章中的模块，PyTorch（计算值，非实测）</translation>
    </message>
    <message>
        <source>Headscope materialised (counted at every run)</source>
        <translation>Headscope 完整保留（每次运行都计数）</translation>
    </message>
    <message>
        <source>Headscope materialised (computed, not measured)</source>
        <translation>Headscope 完整保留（计算值，非实测）</translation>
    </message>
    <message>
        <source>Headscope blocked (counted at every run)</source>
        <translation>Headscope 分块计算（每次运行都计数）</translation>
    </message>
    <message>
        <source>Headscope blocked (computed, not measured)</source>
        <translation>Headscope 分块计算（计算值，非实测）</translation>
    </message>
    <message>
        <source>multi-head attention</source>
        <translation>多头注意力</translation>
    </message>
    <message>
        <source>grouped-query attention</source>
        <translation>分组查询注意力</translation>
    </message>
    <message>
        <source>multi-query attention</source>
        <translation>多查询注意力</translation>
    </message>
    <message>
        <source>other element type</source>
        <translation>元素类型不同</translation>
    </message>
    <message>
        <source>here the mask is made of numbers, theirs of bytes</source>
        <translation>这里的掩码用数值存放，论文中每个一字节</translation>
    </message>
    <message>
        <source>here the caller keeps it</source>
        <translation>这里由调用者保存</translation>
    </message>
    <message>
        <source>the module does not have it</source>
        <translation>这个模块没有</translation>
    </message>
    <message>
        <source>theirs is the input of the next block</source>
        <translation>论文中算作下一块的输入</translation>
    </message>
    <message>
        <source>theirs is part of the softmax</source>
        <translation>论文中是 softmax 的一部分</translation>
    </message>
    <message>
        <source>the divisor, a tensor of one number</source>
        <translation>除数，只有一个数的张量</translation>
    </message>
    <message>
        <source>not made without dropout</source>
        <translation>没有 dropout 时不产生</translation>
    </message>
    <message>
        <source>One token of one sequence</source>
        <translation>一条序列的一个词元</translation>
    </message>
    <message>
        <source>All %1 tokens</source>
        <translation>全部 %1 个词元</translation>
    </message>
    <message>
        <source>Appended by a decoding step</source>
        <translation>一步解码增加</translation>
    </message>
    <message>
        <source>FLOPs of a decoding step</source>
        <translation>一步解码的 FLOPs</translation>
    </message>
    <message>
        <source>KV cache of decoding: %1, key-value heads: %2, layers: %3 (computed)</source>
        <translation>解码时的 KV 缓存：%1，键值头数：%2，层数：%3（计算值）</translation>
    </message>
    <message>
        <source>Q, K, V, scores, weights and concat</source>
        <translation>Q、K、V、分数、权重和 concat</translation>
    </message>
    <message>
        <source>Input and output, on every device</source>
        <translation>输入和输出（每台设备都有）</translation>
    </message>
    <message>
        <source>Sent for all-reduce (ring)</source>
        <translation>all-reduce 发送（环形）</translation>
    </message>
    <message>
        <source>Each of %1 devices, one layer (computed)</source>
        <translation>%1 台设备中的每一台，一层（计算值）</translation>
    </message>
    <message>
        <source>Theirs</source>
        <translation>论文公式</translation>
    </message>
    <message>
        <source>Here</source>
        <translation>本模块</translation>
    </message>
    <message>
        <source>Together</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>Saved for the backward pass: Korthikanti et al. 2022 (float16) and the article&apos;s module in PyTorch</source>
        <translation>为反向传播保存的张量：Korthikanti 等人 2022（float16）与文章中的模块（PyTorch）</translation>
    </message>
    <message>
        <source>The optimizer&apos;s step makes %1 more, which --json lists.</source>
        <translation>优化器更新时还会产生 %1 个张量，用 --json 列出。</translation>
    </message>
    <message>
        <source>Longest in %1</source>
        <translation>%1 放得下的 seq_len</translation>
    </message>
    <message>
        <source>What breaks it</source>
        <translation>最先放不下的</translation>
    </message>
    <message>
        <source>%1 layers, as PyTorch allocates them</source>
        <translation>%1 层合计，与 PyTorch 的分配相同</translation>
    </message>
    <message>
        <source>heads %1 (d_k %2)</source>
        <translation>头数 %1（d_k %2）</translation>
    </message>
    <message>
        <source>It is then reached at another moment, when %1 is made.</source>
        <translation>此时峰值出现在另一时刻，即生成 %1 时。</translation>
    </message>
    <message>
        <source>The longest seq_len of one layer that fits in %1 is %2 (%3); with one token more, “%4” does not fit.</source>
        <translation>%1 里放得下的一层最长 seq_len 是 %2（%3）；再多一个词元，“%4”就放不下了。</translation>
    </message>
    <message>
        <source>One layer. What --layers, --kv-heads and --devices add is told for one number of heads, and with --json for each.</source>
        <translation>以上为一层。--layers、--kv-heads 和 --devices 的结果在只给一个头数时列出，用 --json 时每个头数都列出。</translation>
    </message>
</context>
<context>
    <name>RaceChoices</name>
    <message>
        <source>4 needles</source>
        <translation>4 根针</translation>
    </message>
    <message>
        <source>2 needles</source>
        <translation>2 根针</translation>
    </message>
    <message>
        <source>4 needles, narrow</source>
        <translation>4 根针（窄）</translation>
    </message>
    <message>
        <source>4 offsets</source>
        <translation>4 个偏移</translation>
    </message>
    <message>
        <source>sort</source>
        <translation>排序</translation>
    </message>
    <message>
        <source>reverse</source>
        <translation>反转</translation>
    </message>
    <message>
        <source>brackets</source>
        <translation>括号</translation>
    </message>
    <message>
        <source>copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Twelve items, each a key with a value, and a last token that asks for the values of four keys. One softmax makes one mixture of values: a head cannot look sharply at two places.</source>
        <translation>十二个条目，每个是一个键和一个值，最后一个词元询问其中四个键的值。一个 softmax 只能做出一个值的混合：一个头无法同时清晰地看两个位置。</translation>
    </message>
    <message>
        <source>As with four needles, but the last token asks for two keys: two heads should do.</source>
        <translation>与四根针相同，但最后一个词元只问两个键：两个头应当就够。</translation>
    </message>
    <message>
        <source>Four needles with d_model 32: the heads become too narrow (d_k = d_model / h), and more of them no longer help. This is the price of heads.</source>
        <translation>四根针，但 d_model 为 32：每个头变得太窄（d_k = d_model / h），再多也没有帮助。这就是多头的代价。</translation>
    </message>
    <message>
        <source>A made-up language: the next symbol depends on the present one and on those 1, 3, 6 and 10 back. A head can follow one offset. The best possible loss is known.</source>
        <translation>一种人造语言：下一个符号取决于当前符号以及往前第 1、3、6、10 个符号。一个头可以跟随一个偏移。可达到的最小损失是已知的。</translation>
    </message>
    <message>
        <source>Ten digits, to be written in order. The number of heads hardly matters here.</source>
        <translation>把十个数字按大小写出。头数在这里几乎没有影响。</translation>
    </message>
    <message>
        <source>Ten digits, to be written backwards. The number of heads hardly matters here.</source>
        <translation>把十个数字倒着写出。头数在这里几乎没有影响。</translation>
    </message>
    <message>
        <source>Nested brackets of three kinds: which one does a closing bracket close? Two layers; the number of heads hardly matters here.</source>
        <translation>三种括号相互嵌套：右括号对应的是哪一种？两层；头数在这里几乎没有影响。</translation>
    </message>
    <message>
        <source>A stretch of symbols that repeats: copy what followed last time. Two layers; the number of heads hardly matters here.</source>
        <translation>一段重复出现的符号：照抄上一次后面跟着的内容。两层；头数在这里几乎没有影响。</translation>
    </message>
</context>
<context>
    <name>RaceText</name>
    <message>
        <source>%1 (%2 to %3)</source>
        <translation>%1（%2 至 %3）</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>accuracy</source>
        <translation>正确率</translation>
    </message>
    <message>
        <source>The number of heads makes no difference here: what differs in %1 is no more than the spread over the seeds.</source>
        <translation>这里注意力头的数量没有影响：%1的差别不超过种子间的波动。</translation>
    </message>
    <message>
        <source>More heads help: the %1 is best with h = %2, and worse with h = %3.</source>
        <translation>头多有用：按%1看，h = %2 最好，h = %3 更差。</translation>
    </message>
    <message>
        <source>More heads help, and h = %2 is enough: the %1 is worse with h = %3, and no better with h = %4.</source>
        <translation>头多有用，h = %2 就够了：按%1看，h = %3 更差，h = %4 也没有更好。</translation>
    </message>
    <message>
        <source>More heads do harm here: the %1 is best with h = %2, and worse with h = %3.</source>
        <translation>这里头多反而不好：按%1看，h = %2 最好，h = %3 更差。</translation>
    </message>
    <message>
        <source>The %1 is best with h = %2, and worse with h = %3.</source>
        <translation>按%1看，h = %2 最好，h = %3 更差。</translation>
    </message>
    <message>
        <source>What the number of heads changes cannot be said yet: that takes two numbers of heads and two seeds at least.</source>
        <translation>还不能说头数改变了什么：至少需要两种头数，每种至少两个种子。</translation>
    </message>
</context>
<context>
    <name>Refusal</name>
    <message>
        <source>a whole number</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>一个数</translation>
    </message>
    <message>
        <source>a whole number from 0 to 18446744073709551615</source>
        <translation>0 到 18446744073709551615 的整数</translation>
    </message>
</context>
<context>
    <name>StatusText</name>
    <message>
        <source>before dropout rows sum to 1 (largest deviation %1)</source>
        <translation>dropout 之前每行之和为 1（最大偏差 %1）</translation>
    </message>
    <message>
        <source>rows sum to 1 (largest deviation %1)</source>
        <translation>每行之和为 1（最大偏差 %1）</translation>
    </message>
    <message>
        <source>weights from %1</source>
        <translation>权重来自 %1</translation>
    </message>
    <message>
        <source>random weights, seed %1</source>
        <translation>随机权重，种子 %1</translation>
    </message>
    <message>
        <source>No tokens yet</source>
        <translation>还没有词元</translation>
    </message>
    <message>
        <source>1 token</source>
        <translation>1 个词元</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 个词元</translation>
    </message>
    <message>
        <source>rows without a visible key: %1</source>
        <translation>没有可见键的行：%1</translation>
    </message>
    <message>
        <source>Blocked: beyond %1 tokens the matrices of the weights are never whole in memory. The pictures show tiles of them; the weights of a cell are made when you point at it or look closer, and are exactly the same.</source>
        <translation>分块：超过 %1 个词元时，权重矩阵从不整个存放在内存中。图中显示的是由小块组成的概览；指向某个单元格或放大时才计算其中的权重，数值完全相同。</translation>
    </message>
    <message>
        <source>Materialised: every weight of every head is in memory, as in the article&apos;s module.</source>
        <translation>完整矩阵：每个注意力头的每个权重都在内存中，与文章中的模块一样。</translation>
    </message>
    <message>
        <source>blocked: maps of %1 × %1 tiles</source>
        <translation>分块：%1 × %1 小块的概览图</translation>
    </message>
    <message>
        <source>materialised</source>
        <translation>完整矩阵</translation>
    </message>
</context>
<context>
    <name>Train</name>
    <message>
        <source>layers: %1</source>
        <translation>层数：%1</translation>
    </message>
    <message>
        <source>steps: %1</source>
        <translation>步数：%1</translation>
    </message>
    <message>
        <source>seeds: %1 from %2</source>
        <translation>种子：从 %2 起 %1 个</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>头数</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>正确率</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Above the floor</source>
        <translation>高出下限</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Mean over the seeds (least to most), on %1 held-out sequences; loss in nats per target. </source>
        <translation>各种子的平均值（最小至最大），在 %1 个留出序列上测得；损失的单位是每个目标的奈特。</translation>
    </message>
    <message>
        <source>No model can have a loss below %1. </source>
        <translation>任何模型的损失都不可能低于 %1。</translation>
    </message>
    <message>
        <source>Time of a run on this machine. There are %1 parameters, whatever the number of heads; a step takes %2.</source>
        <translation>时间是在本机上一次训练所用的。无论头数多少，参数都是 %1 个；每一步需要 %2。</translation>
    </message>
</context>
<context>
    <name>headscope::ui::AttentionSection</name>
    <message>
        <source>Seed</source>
        <translation>随机种子</translation>
    </message>
    <message>
        <source>Mask</source>
        <translation>掩码</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Every query sees every key</source>
        <translation>每个查询都能看到所有键</translation>
    </message>
    <message>
        <source>Causal</source>
        <translation>因果</translation>
    </message>
    <message>
        <source>A query sees itself and what stands before it</source>
        <translation>每个查询只能看到自己和前面的词元</translation>
    </message>
    <message>
        <source>Padding</source>
        <translation>填充</translation>
    </message>
    <message>
        <source>The last keys are hidden from every query</source>
        <translation>对所有查询隐藏末尾的键</translation>
    </message>
    <message>
        <source>Last keys hidden</source>
        <translation>末尾隐藏的键数</translation>
    </message>
    <message>
        <source>If all are hidden</source>
        <translation>全部隐藏时</translation>
    </message>
    <message>
        <source>1/n</source>
        <translation>1/n</translation>
    </message>
    <message>
        <source>All scores are -1e9, so every key gets 1/n: what the article&apos;s module computes</source>
        <translation>所有分数都是 -1e9，因此每个键各得 1/n：文章中的模块就是这样计算的</translation>
    </message>
    <message>
        <source>0</source>
        <translation>0</translation>
    </message>
    <message>
        <source>The row is all 0: PyTorch 2.5 and later</source>
        <translation>整行为 0：与 PyTorch 2.5 及更高版本相同</translation>
    </message>
    <message>
        <source>Tem&amp;perature</source>
        <translation>温度(&amp;P)</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>Divides the scores once more: below 1 sharper, above 1 flatter</source>
        <translation>再用它除注意力分数：小于 1 时分布更尖锐，大于 1 时更平缓</translation>
    </message>
    <message>
        <source>Dr&amp;opout</source>
        <translation>Dr&amp;opout</translation>
    </message>
    <message>
        <source>Training mode: each weight is dropped with probability p, the others are multiplied by 1 / (1 - p)</source>
        <translation>训练模式：每个注意力权重以概率 p 被丢弃，其余的乘以 1 / (1 - p)</translation>
    </message>
    <message>
        <source>Dropout probability p</source>
        <translation>dropout 概率 p</translation>
    </message>
    <message>
        <source>Dropout seed</source>
        <translation>dropout 种子</translation>
    </message>
    <message>
        <source>New</source>
        <translation>更换</translation>
    </message>
    <message>
        <source>New dropout seed</source>
        <translation>更换 dropout 种子</translation>
    </message>
</context>
<context>
    <name>headscope::ui::BudgetRow</name>
    <message>
        <source>Fits in</source>
        <translation>放得下多少</translation>
    </message>
    <message>
        <source>Budget in GiB</source>
        <translation>预算（GiB）</translation>
    </message>
    <message>
        <source>Any budget</source>
        <translation>任意预算</translation>
    </message>
    <message>
        <source>One layer with its parameters; in training with AdamW&apos;s states, in the passes or in the step, whichever takes more.</source>
        <translation>一层及其参数；训练时加上 AdamW 的状态，取前向与反向、参数更新两者中较大的一个。</translation>
    </message>
    <message>
        <source>a number above 0 and at most %1, in GiB</source>
        <translation>大于 0 且不超过 %1 的数，单位 GiB</translation>
    </message>
</context>
<context>
    <name>headscope::ui::CostControls</name>
    <message>
        <source>layers</source>
        <translation>层数</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>实现</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>batch</source>
        <translation>batch</translation>
    </message>
    <message>
        <source>Sequences at a time</source>
        <translation>一次处理的序列数</translation>
    </message>
    <message>
        <source>n (tokens)</source>
        <translation>n（词元数）</translation>
    </message>
    <message>
        <source>Tokens of each sequence: those of the text, or any number</source>
        <translation>每个序列的词元数：取自文本，或任意一个数</translation>
    </message>
    <message>
        <source>dropout p</source>
        <translation>dropout p</translation>
    </message>
    <message>
        <source>Drawn in training only; the same p as on the left</source>
        <translation>只在训练时抽取；与左侧是同一个 p</translation>
    </message>
    <message>
        <source>Equal layers, one after the other: computed</source>
        <translation>若干相同的层依次相接：由公式算出</translation>
    </message>
    <message>
        <source>n follows the text</source>
        <translation>n 取自文本</translation>
    </message>
    <message>
        <source>mask</source>
        <translation>掩码</translation>
    </message>
    <message>
        <source>numbers</source>
        <translation>数值类型</translation>
    </message>
    <message>
        <source>computed, not measured</source>
        <translation>由公式算出，并非实测</translation>
    </message>
    <message>
        <source>With more heads</source>
        <translation>头数增加时</translation>
    </message>
    <message>
        <source>keep d_model</source>
        <translation>d_model 不变</translation>
    </message>
    <message>
        <source>keep d_k</source>
        <translation>d_k 不变</translation>
    </message>
    <message>
        <source>from text</source>
        <translation>取自文本</translation>
    </message>
</context>
<context>
    <name>headscope::ui::CostPanel</name>
    <message>
        <source>%1, whatever the number of heads</source>
        <translation>%1，与头数无关</translation>
    </message>
    <message>
        <source>%1 operations</source>
        <translation>%1 次运算</translation>
    </message>
    <message>
        <source>%1 of it grows with the heads</source>
        <translation>其中 %1 随头数增长</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>开销</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数量</translation>
    </message>
    <message>
        <source>FLOPs</source>
        <translation>FLOPs</translation>
    </message>
    <message>
        <source>measured; attention alone %1</source>
        <translation>实测；仅注意力 %1</translation>
    </message>
    <message>
        <source>FLOPs, forward and backward</source>
        <translation>FLOPs（前向加反向）</translation>
    </message>
    <message>
        <source>Everything about the cost</source>
        <translation>开销的全部细节</translation>
    </message>
    <message>
        <source>predicted peak</source>
        <translation>预测的峰值</translation>
    </message>
    <message>
        <source>measured peak</source>
        <translation>实测的峰值</translation>
    </message>
    <message>
        <source>Counted while the forward pass allocated its tensors</source>
        <translation>前向传播分配张量时逐次计数</translation>
    </message>
    <message>
        <source>difference</source>
        <translation>差值</translation>
    </message>
    <message>
        <source>The run whose heads are on screen</source>
        <translation>屏幕上各头所属的那次运行</translation>
    </message>
    <message>
        <source>measured; attention alone %1, which took over what the run before had computed</source>
        <translation>实测；仅注意力 %1，其中沿用了上一次运行已算出的部分</translation>
    </message>
    <message>
        <source>Run shown</source>
        <translation>屏幕上的这次运行</translation>
    </message>
    <message>
        <source>Time of that run</source>
        <translation>该次运行的时间</translation>
    </message>
</context>
<context>
    <name>headscope::ui::CostTab</name>
    <message>
        <source>Choose a row to see its tensor in the bars and in the timeline.</source>
        <translation>选择一行，即可在条形和时间线中看到这个张量。</translation>
    </message>
    <message>
        <source>Show the heads</source>
        <translation>显示各头</translation>
    </message>
    <message>
        <source>Peak: %1</source>
        <translation>峰值：%1</translation>
    </message>
    <message>
        <source>Tensors of one layer</source>
        <translation>一层中的张量</translation>
    </message>
    <message>
        <source>Bytes alive, statement by statement</source>
        <translation>逐条语句的内存占用</translation>
    </message>
    <message>
        <source>Peak along</source>
        <translation>峰值随何变化</translation>
    </message>
    <message>
        <source>number of heads</source>
        <translation>头数</translation>
    </message>
    <message>
        <source>tokens of a sequence</source>
        <translation>序列的词元数</translation>
    </message>
    <message>
        <source>sequences at a time</source>
        <translation>一次处理的序列数</translation>
    </message>
    <message>
        <source>Every number of heads</source>
        <translation>各种头数</translation>
    </message>
    <message>
        <source>double click takes it</source>
        <translation>双击即采用</translation>
    </message>
</context>
<context>
    <name>headscope::ui::EngineBox</name>
    <message>
        <source>Engine</source>
        <translation>实现</translation>
    </message>
</context>
<context>
    <name>headscope::ui::FigureExport</name>
    <message>
        <source>Export a figure</source>
        <translation>导出图片</translation>
    </message>
    <message>
        <source>Export the numbers</source>
        <translation>导出数值</translation>
    </message>
</context>
<context>
    <name>headscope::ui::HeadGrid</name>
    <message>
        <source>All heads</source>
        <translation>所有注意力头</translation>
    </message>
    <message>
        <source>%1 of %2, largest weight %3</source>
        <translation>%1（共 %2 个），最大权重 %3</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>平均</translation>
    </message>
</context>
<context>
    <name>headscope::ui::HeadModel</name>
    <message>
        <source>Not run yet with this text; a double click runs it</source>
        <translation>尚未用此文本运行过；双击即运行</translation>
    </message>
    <message>
        <source>A double click takes this number of heads</source>
        <translation>双击即采用此头数</translation>
    </message>
    <message>
        <source>peak</source>
        <translation>峰值</translation>
    </message>
    <message>
        <source>The forward pass of Headscope&apos;s own run, measured here with this text, whatever engine is chosen</source>
        <translation>无论选择哪种实现，这里都是 Headscope 自己用这段文本运行前向传播的实测时间</translation>
    </message>
    <message>
        <source>FLOPs, both</source>
        <translation>FLOPs（前向＋反向）</translation>
    </message>
    <message>
        <source>Headscope&apos;s time</source>
        <translation>Headscope 用时</translation>
    </message>
    <message>
        <source>A whole forward pass takes longer: this one took over what the run before had computed</source>
        <translation>完整的前向计算更久：这一次沿用了上一次运行已算出的部分</translation>
    </message>
</context>
<context>
    <name>headscope::ui::HeadsView</name>
    <message>
        <source>page %1 of %2</source>
        <translation>第 %1 页，共 %2 页</translation>
    </message>
    <message>
        <source>1 head</source>
        <translation>1 个注意力头</translation>
    </message>
    <message>
        <source>%1 heads</source>
        <translation>%1 个注意力头</translation>
    </message>
    <message>
        <source>Random weights: the patterns are chance, and another number of heads cuts the same random Q and K differently.</source>
        <translation>权重是随机的：图案出于偶然；改变头数，只是把同样的随机 Q 和 K 换一种切法。</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>A tile with the mean of all heads</source>
        <translation>加一张所有注意力头平均的小图</translation>
    </message>
    <message>
        <source>Range of the colours</source>
        <translation>颜色范围</translation>
    </message>
    <message>
        <source>0 to head&apos;s largest</source>
        <translation>0 到各头自身最大值</translation>
    </message>
    <message>
        <source>0 to largest of all</source>
        <translation>0 到所有头最大值</translation>
    </message>
    <message>
        <source>0 to 1</source>
        <translation>0 到 1</translation>
    </message>
    <message>
        <source>Colour map</source>
        <translation>颜色映射</translation>
    </message>
    <message>
        <source>Previous page</source>
        <translation>上一页</translation>
    </message>
    <message>
        <source>Next page</source>
        <translation>下一页</translation>
    </message>
    <message>
        <source>Type a sentence on the left to see what each head looks at.</source>
        <translation>在左边输入一句话，即可看到每个头在看什么。</translation>
    </message>
    <message>
        <source>What a tile shows</source>
        <translation>小块显示的内容</translation>
    </message>
    <message>
        <source>Of so many tokens a pixel stands for a tile of weights. Look closer to see each of them.</source>
        <translation>词元很多时，一个像素代表一小块权重。放大即可看到每一个权重。</translation>
    </message>
    <message>
        <source>Tiles: largest</source>
        <translation>小块：最大值</translation>
    </message>
    <message>
        <source>Tiles: mean</source>
        <translation>小块：平均值</translation>
    </message>
    <message>
        <source>A map has no mean of all heads</source>
        <translation>概览图没有所有头的平均</translation>
    </message>
    <message>
        <source>Still shown: the run before, of %1 tokens and %2 heads.</source>
        <translation>仍显示上一次运行的结果：%1 个词元、%2 个头。</translation>
    </message>
    <message>
        <source>A tile shows the mean of %1 × %1 weights; small heads show the largest such mean.</source>
        <translation>每个小块显示 %1 × %1 个权重的平均值；小图显示其中最大的平均值。</translation>
    </message>
    <message>
        <source>Small heads draw the largest of every %1 × %1 weights.</source>
        <translation>小图中每一格取 %1 × %1 个权重中的最大值。</translation>
    </message>
    <message>
        <source>Range: automatic</source>
        <translation>范围：自动</translation>
    </message>
    <message>
        <source>0 to rows&apos; median largest</source>
        <translation>0 到各行最大值的中位数</translation>
    </message>
    <message>
        <source>Automatic: to the largest of the head; for more than 64 tokens under the causal mask to the median of the rows&apos; largest, and larger values show the last colour.</source>
        <translation>自动：到该头的最大值；因果掩码下超过 64 个词元时，到各行最大值的中位数，更大的值用最后一种颜色。</translation>
    </message>
</context>
<context>
    <name>headscope::ui::InlineMessage</name>
    <message>
        <source>Use %1</source>
        <translation>改用 %1</translation>
    </message>
</context>
<context>
    <name>headscope::ui::LearningCurvesPlot</name>
    <message>
        <source>step</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>answers right, held out</source>
        <translation>留出样本的正确率</translation>
    </message>
    <message>
        <source>loss in nats, held out</source>
        <translation>留出样本的损失（nat）</translation>
    </message>
    <message>
        <source>best possible: %1 nats</source>
        <translation>可达到的最小值：%1 nat</translation>
    </message>
    <message>
        <source>h = %1, seed %2, step %3
right: %4 %, loss: %5 nats</source>
        <translation>h = %1，种子 %2，第 %3 步
正确率：%4 %，损失：%5 nat</translation>
    </message>
</context>
<context>
    <name>headscope::ui::MainWindow</name>
    <message>
        <source>About Headscope</source>
        <translation>关于 Headscope</translation>
    </message>
    <message>
        <source>&lt;p&gt;&lt;b&gt;Headscope %1&lt;/b&gt;&lt;/p&gt;&lt;p&gt;What every head of multi-head attention looks at, and what it costs.&lt;/p&gt;&lt;p&gt;Every number is exact, labelled and reproducible, and nothing leaves this machine.&lt;/p&gt;&lt;p&gt;Built for %2 with Qt %3, Eigen and QCustomPlot. Licence: GPL, version 3 or later.&lt;/p&gt;</source>
        <translation>&lt;p&gt;&lt;b&gt;Headscope %1&lt;/b&gt;&lt;/p&gt;&lt;p&gt;多头注意力中每个头在看什么，开销又是多少。&lt;/p&gt;&lt;p&gt;每个数值都精确、有标注、可复现，任何数据都不会离开这台电脑。&lt;/p&gt;&lt;p&gt;为 %2 构建，使用 Qt %3、Eigen 和 QCustomPlot。许可证：GPL 第 3 版或更高版本。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>Headscope</source>
        <translation>Headscope</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>Open &amp;weights…</source>
        <translation>打开权重文件(&amp;W)…</translation>
    </message>
    <message>
        <source>Export a figure of &amp;all heads…</source>
        <translation>导出所有头的图片(&amp;A)…</translation>
    </message>
    <message>
        <source>Export a figure of &amp;this head…</source>
        <translation>导出当前头的图片(&amp;T)…</translation>
    </message>
    <message>
        <source>Export the &amp;numbers…</source>
        <translation>导出数值(&amp;N)…</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>New &amp;seed</source>
        <translation>更换随机种子(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;More heads</source>
        <translation>增加头数(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Fewer heads</source>
        <translation>减少头数(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Settings on the left</source>
        <translation>左侧设置(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Cost on the right</source>
        <translation>右侧开销(&amp;C)</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>&amp;Larger</source>
        <translation>放大(&amp;L)</translation>
    </message>
    <message>
        <source>S&amp;maller</source>
        <translation>缩小(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Usual size</source>
        <translation>默认大小(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Full screen</source>
        <translation>全屏(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;About Headscope</source>
        <translation>关于 Headscope(&amp;A)</translation>
    </message>
    <message>
        <source>Switch the language</source>
        <translation>切换语言</translation>
    </message>
    <message>
        <source>Saving…</source>
        <translation>正在保存…</translation>
    </message>
    <message>
        <source>Saved as %1</source>
        <translation>已保存为 %1</translation>
    </message>
    <message>
        <source>more heads, fewer heads</source>
        <translation>增加、减少头数</translation>
    </message>
    <message>
        <source>in the small heads: choose a head; in the large head: choose a cell</source>
        <translation>在小图中：选择头；在大图中：选择格子</translation>
    </message>
    <message>
        <source>in the large head: closer, further, all of it</source>
        <translation>在大图中：放大、缩小、显示全部</translation>
    </message>
    <message>
        <source>undo, redo</source>
        <translation>撤销、重做</translation>
    </message>
    <message>
        <source>another random seed</source>
        <translation>换一个随机种子</translation>
    </message>
    <message>
        <source>figure of all heads, of the large head</source>
        <translation>导出所有头、当前头的图片</translation>
    </message>
    <message>
        <source>the numbers as a file</source>
        <translation>导出数值</translation>
    </message>
    <message>
        <source>larger, smaller, usual size</source>
        <translation>放大、缩小、恢复界面大小</translation>
    </message>
    <message>
        <source>hide or show the left side, the right side</source>
        <translation>隐藏或显示左侧、右侧</translation>
    </message>
    <message>
        <source>dark colours, full screen</source>
        <translation>深色、全屏</translation>
    </message>
    <message>
        <source>Keyboard</source>
        <translation>键盘操作</translation>
    </message>
    <message>
        <source>&amp;Keyboard</source>
        <translation>键盘操作(&amp;K)</translation>
    </message>
    <message>
        <source>next tab, previous tab</source>
        <translation>下一个标签页，上一个标签页</translation>
    </message>
    <message>
        <source>&amp;Next tab</source>
        <translation>下一个标签页(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Previous tab</source>
        <translation>上一个标签页(&amp;P)</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>注意力头</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>开销</translation>
    </message>
    <message>
        <source>What the centre shows</source>
        <translation>中间显示的内容</translation>
    </message>
    <message>
        <source>With so many tokens the window keeps a map, not every weight. &quot;headscope attend&quot; writes them all where memory allows.</source>
        <translation>词元这么多时，窗口只保留概览图，不保留每个权重。内存足够时，可用“headscope attend”写出全部权重。</translation>
    </message>
    <message>
        <source>race the heads</source>
        <translation>各头数赛跑</translation>
    </message>
    <message>
        <source>&amp;Race the heads</source>
        <translation>各头数赛跑(&amp;R)</translation>
    </message>
    <message>
        <source>Race</source>
        <translation>赛跑</translation>
    </message>
</context>
<context>
    <name>headscope::ui::ModeRow</name>
    <message>
        <source>Mode</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>One forward pass, nothing is kept for a backward pass</source>
        <translation>一次前向传播，不为反向传播保留任何内容</translation>
    </message>
    <message>
        <source>Forward, backward and one step of AdamW</source>
        <translation>前向、反向和一次 AdamW 更新</translation>
    </message>
</context>
<context>
    <name>headscope::ui::ModelSection</name>
    <message>
        <source>Heads</source>
        <translation>注意力头数</translation>
    </message>
    <message>
        <source>d_k = %1 / %2 = %3</source>
        <translation>d_k = %1 / %2 = %3</translation>
    </message>
    <message>
        <source>d_model comes from the weights file</source>
        <translation>d_model 取自权重文件</translation>
    </message>
    <message>
        <source>%1 heads do not divide %2</source>
        <translation>头数 %1 不能整除 %2</translation>
    </message>
    <message>
        <source>d_k = %1</source>
        <translation>d_k = %1</translation>
    </message>
    <message>
        <source>Hea&amp;ds</source>
        <translation>注意力头数(&amp;D)</translation>
    </message>
    <message>
        <source>Any number that divides d_model</source>
        <translation>任何能整除 d_model 的数</translation>
    </message>
    <message>
        <source>d_&amp;model</source>
        <translation>d_&amp;model</translation>
    </message>
    <message>
        <source>The length of each token&apos;s vector, 1 to %1</source>
        <translation>每个词元的向量长度（模型维度），1 到 %1</translation>
    </message>
</context>
<context>
    <name>headscope::ui::PeakSummary</name>
    <message>
        <source>peak %1</source>
        <translation>峰值 %1</translation>
    </message>
    <message>
        <source>%1 layers, computed: peak %2</source>
        <translation>%1 层，由公式算出：峰值 %2</translation>
    </message>
    <message>
        <source>, at 2h %1</source>
        <translation>，2h 时 %1</translation>
    </message>
    <message>
        <source>does not depend on h: %1</source>
        <translation>与 h 无关：%1</translation>
    </message>
    <message>
        <source>grows with h: %1</source>
        <translation>随 h 增长：%1</translation>
    </message>
    <message>
        <source>Peak at h and at 2h heads</source>
        <translation>h 个头与 2h 个头时的峰值</translation>
    </message>
    <message>
        <source>Without a token there is nothing to count.</source>
        <translation>没有词元，也就没有可计的内存。</translation>
    </message>
    <message>
        <source>Optimizer step: %1, of which gradients %2 and AdamW&apos;s states %3</source>
        <translation>优化器更新：%1，其中梯度 %2，AdamW 的状态 %3</translation>
    </message>
    <message>
        <source>forward and backward; %1</source>
        <translation>前向与反向；%1</translation>
    </message>
    <message>
        <source>The optimizer step takes more: %1, of which gradients %2 and AdamW&apos;s states %3</source>
        <translation>参数更新时占用更多：%1，其中梯度 %2，AdamW 的状态 %3</translation>
    </message>
    <message>
        <source>%1 layers, as PyTorch allocates them: peak %2</source>
        <translation>%1 层，按 PyTorch 的实际分配：峰值 %2</translation>
    </message>
</context>
<context>
    <name>headscope::ui::RaceMaps</name>
    <message>
        <source>%1, layer %2</source>
        <translation>%1，第 %2 层</translation>
    </message>
    <message>
        <source>The heads appear here when the race begins.</source>
        <translation>赛跑开始后，各个头会显示在这里。</translation>
    </message>
    <message>
        <source>%1, head %2</source>
        <translation>%1，头 %2</translation>
    </message>
    <message>
        <source>%1: “%2” comes after “%3” and is hidden from it</source>
        <translation>%1：“%2”在“%3”之后，对它不可见</translation>
    </message>
    <message>
        <source>%1: “%2” looks at “%3”: %4</source>
        <translation>%1：“%2”看向“%3”：%4</translation>
    </message>
</context>
<context>
    <name>headscope::ui::RaceTab</name>
    <message>
        <source>about %1 left</source>
        <translation>约剩 %1</translation>
    </message>
    <message>
        <source>Stopped before the end: too early to tell.</source>
        <translation>未到结束就已停止：还不能下结论。</translation>
    </message>
    <message>
        <source>The same task, learned with different numbers of heads</source>
        <translation>同一任务，用不同的头数来学习</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Race the heads</source>
        <translation>各头数赛跑</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Progress of the race</source>
        <translation>赛跑进度</translation>
    </message>
    <message>
        <source>Learning</source>
        <translation>学习过程</translation>
    </message>
    <message>
        <source>Quantity of the curves</source>
        <translation>曲线表示的量</translation>
    </message>
    <message>
        <source>right</source>
        <translation>正确率</translation>
    </message>
    <message>
        <source>answers right, in %</source>
        <translation>回答正确的百分比</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>cross-entropy in nats</source>
        <translation>交叉熵（nat）</translation>
    </message>
    <message>
        <source>Learning curves</source>
        <translation>学习曲线</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>What the heads look at</source>
        <translation>各个头在看什么</translation>
    </message>
    <message>
        <source>One example that no model trained on; rows are queries, the framed one is asked.</source>
        <translation>一个没有模型训练过的样本；每行是一个查询，加框的那一行要回答问题。</translation>
    </message>
</context>
<context>
    <name>headscope::ui::RaceTable</name>
    <message>
        <source>heads</source>
        <translation>头数</translation>
    </message>
    <message>
        <source>right</source>
        <translation>正确率</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>参数量</translation>
    </message>
    <message>
        <source>time of a run</source>
        <translation>一次训练的时间</translation>
    </message>
</context>
<context>
    <name>headscope::ui::StatusLine</name>
    <message>
        <source>Computing</source>
        <translation>计算中</translation>
    </message>
    <message>
        <source>Progress of the run</source>
        <translation>计算进度</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>The run before: %1</source>
        <translation>上一次运行：%1</translation>
    </message>
</context>
<context>
    <name>headscope::ui::TermModel</name>
    <message>
        <source>From the statement that makes it to the one that releases it; the line is the peak</source>
        <translation>从分配它的语句到释放它的语句；竖线是峰值</translation>
    </message>
    <message>
        <source>The same tensor with twice the heads</source>
        <translation>头数加倍时的同一个张量</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>at 2h</source>
        <translation>2h 时</translation>
    </message>
    <message>
        <source>Alive (line: peak)</source>
        <translation>存在期（竖线：峰值）</translation>
    </message>
    <message>
        <source>With more heads</source>
        <translation>头数增加时</translation>
    </message>
</context>
<context>
    <name>headscope::ui::TextSection</name>
    <message>
        <source>%1 of %2 tokens</source>
        <translation>%1 / %2 个词元</translation>
    </message>
    <message>
        <source>&amp;Text</source>
        <translation>文本(&amp;T)</translation>
    </message>
    <message>
        <source>Type a sentence</source>
        <translation>输入一句话</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>词</translation>
    </message>
    <message>
        <source>Words and punctuation marks; Chinese is cut with a dictionary</source>
        <translation>词和标点；中文按词典分词</translation>
    </message>
    <message>
        <source>Characters</source>
        <translation>字符</translation>
    </message>
    <message>
        <source>What a reader sees as one character, an emoji family included; white space counts</source>
        <translation>读者看到的一个字符，包括由多个 emoji 组成的家庭；空白也算</translation>
    </message>
    <message>
        <source>Positions</source>
        <translation>位置编码</translation>
    </message>
    <message>
        <source>Sinusoidal</source>
        <translation>正弦</translation>
    </message>
    <message>
        <source>Adds sin and cos of the position to each embedding</source>
        <translation>给每个嵌入加上位置的正弦和余弦</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Without positions the order of the words does not matter</source>
        <translation>没有位置编码时，词的顺序不起作用</translation>
    </message>
</context>
<context>
    <name>headscope::ui::WeightsSection</name>
    <message>
        <source>Open weights</source>
        <translation>打开权重文件</translation>
    </message>
    <message>
        <source>Weights (*.safetensors);;All files (*)</source>
        <translation>权重文件 (*.safetensors);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>随机种子</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>模型权重</translation>
    </message>
    <message>
        <source>Random</source>
        <translation>随机</translation>
    </message>
    <message>
        <source>As torch.nn.Linear starts: uniform between -1/sqrt(d_model) and 1/sqrt(d_model)</source>
        <translation>与 torch.nn.Linear 的初始化相同：在 -1/sqrt(d_model) 和 1/sqrt(d_model) 之间均匀分布</translation>
    </message>
    <message>
        <source>From file…</source>
        <translation>从文件…</translation>
    </message>
    <message>
        <source>A safetensors file with W_q.weight, W_q.bias, and so on for W_k, W_v, W_o</source>
        <translation>safetensors 文件，含 W_q.weight、W_q.bias，W_k、W_v、W_o 也是如此</translation>
    </message>
    <message>
        <source>&amp;Seed</source>
        <translation>随机种子(&amp;S)</translation>
    </message>
    <message>
        <source>Decides the tokens&apos; embeddings and the random weights</source>
        <translation>决定词元的嵌入和随机权重</translation>
    </message>
    <message>
        <source>New seed</source>
        <translation>更换种子</translation>
    </message>
    <message>
        <source>New</source>
        <translation>更换</translation>
    </message>
</context>
</TS>
