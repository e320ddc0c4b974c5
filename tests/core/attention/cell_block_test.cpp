#include "core/attention/cell_block.h"

#include <QtTest>

#include "tests/support/attention_cases.h"

using namespace headscope;
using namespace headscope::testing;

namespace {

struct Cells {
    Index n_q, n_k;
    Mask mask;
    Index b = 0;
};

// Cell by cell, from the mask's own rows.
std::pair<bool, bool> all_and_any_hidden(const Cells& cells, const CellBlock& block) {
    std::pair<bool, bool> answer{true, false};
    std::vector<std::uint8_t> visible(static_cast<std::size_t>(cells.n_k));
    for (Index i = block.query; i < block.query + block.queries; ++i) {
        cells.mask.row(cells.b, i, cells.n_q, cells.n_k, visible);
        for (Index j = block.key; j < block.key + block.keys; ++j) {
            const bool hidden = visible[static_cast<std::size_t>(j)] == 0;
            answer = {answer.first && hidden, answer.second || hidden};
        }
    }
    return answer;
}

} // namespace

class CellBlockTest : public QObject {
    Q_OBJECT

private slots:
    void every_block_of_every_mask_as_its_rows_say() {
        const Mask own = matrix_mask(5, 6, {1, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 0, 0,
                                            1, 1, 0, 0, 0, 1, 1, 0, 0, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0,
                                            0, 0, 1, 1, 1, 0, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 1, 1, 1, 1},
                                     2);
        const std::vector<Cells> cases{{5, 6, {}},
                                       {5, 6, Mask::causal()},
                                       {6, 5, Mask::causal()},
                                       {9, 4, Mask::causal()},
                                       {5, 6, Mask::key_padding(2)},
                                       {5, 6, Mask::key_padding(6)},
                                       {5, 6, Mask::key_padding(9)},
                                       {5, 6, own, 0},
                                       {5, 6, own, 1}};
        for (const Cells& c : cases) {
            for (Index query = 0; query < c.n_q; ++query) {
                for (Index queries = 1; query + queries <= c.n_q; ++queries) {
                    for (Index key = 0; key < c.n_k; ++key) {
                        for (Index keys = 1; key + keys <= c.n_k; ++keys) {
                            const CellBlock block{query, queries, key, keys};
                            const std::pair answer{hides_all(c.mask, c.b, c.n_q, c.n_k, block),
                                                   hides_any(c.mask, c.b, c.n_q, c.n_k, block)};
                            QCOMPARE(answer, all_and_any_hidden(c, block));
                        }
                    }
                }
            }
        }
    }
};

QTEST_APPLESS_MAIN(CellBlockTest)
#include "cell_block_test.moc"
